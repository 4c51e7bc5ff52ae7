#include "core/python/python_lens.h"

#include "core/python/callable.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace lensboard::python {

namespace {

/// Wraps a C++ object that Python may reference after its destruction.
template <typename Target>
class Handle
{
public:
    explicit Handle(Target &target) : m_target(&target) {}
    void release() { m_target = nullptr; }
    Target &get() const
    {
        if (!m_target)
            throw record::Error(record::message("this is over: use it between attach() and detach(), or in plot(), that it was given to"));
        return *m_target;
    }

private:
    Target *m_target;
};

using ModelHandle = Handle<custom::Model>;

/// A plot with named tags.
struct NamedTags
{
    custom::Plot &plot;
    const std::vector<record::TagSpec> &tags;

    std::size_t at(const std::string &name) const
    {
        const auto found = std::ranges::find(tags, name, &record::TagSpec::name);
        if (found == tags.end())
            throw record::InvalidArgument(record::message("this lens has no tag \"%1\"", name));
        return static_cast<std::size_t>(found - tags.begin());
    }
};
using PlotHandle = Handle<NamedTags>;

record::TagSpec tagOf(const py::handle &tag)
{
    if (!py::hasattr(tag, "y_limits"))
        throw py::type_error(record::message("a lens's tags are a list of lensboard.TagSpec, found %1", py::repr(tag).cast<std::string>()));
    record::TagSpec spec;
    spec.name = tag.attr("name").cast<std::string>();
    spec.kind = record::tagKindFromText(tag.attr("kind").cast<std::string>());
    spec.quantity = tag.attr("quantity").cast<std::string>();
    spec.big = tag.attr("big").cast<bool>();
    spec.logY = tag.attr("log_y").cast<bool>();
    spec.annotate = tag.attr("annotate").cast<bool>();
    spec.yLimits = tag.attr("y_limits").cast<std::optional<std::pair<double, double>>>();
    return spec;
}

/// A lens written in Python. Called with the GIL, on the training thread and, on CUDA, on autograd's threads.
class PythonLens final : public custom::BaseLens
{
public:
    explicit PythonLens(py::object lens) : m_lens(shared(std::move(lens)))
    {
        for (const py::handle tag : m_lens->attr("tags"))
            m_tags.push_back(tagOf(tag));
    }

    ~PythonLens() override
    {
        release();
    }

    std::vector<record::TagSpec> tags() const override { return m_tags; }

    void attach(custom::Model &model, const std::vector<custom::Module> &modules) override
    {
        withCallback([&] {
            if (!m_model) {
                if (m_lens->attr("_is_attached").cast<bool>())
                    throw py::value_error(record::message("this lens watches another model; pass its class, or a function that makes one, and each "
                                                          "model has its own"));
                m_model = std::make_shared<ModelHandle>(model);
                m_lens->attr("_is_attached") = true;
            }
            m_lens->attr("attach")(m_model, modules);
        });
    }

    /// Exceptions are reported as unraisable, as for a __del__, since detaching must not fail.
    void detach() override
    {
        release();
        const py::gil_scoped_acquire lock;
        const Called called;
        try {
            m_lens->attr("detach")();
        } catch (py::error_already_set &error) {
            error.discard_as_unraisable("detach() of a lens");
        }
    }

    void plot(custom::Plot &out) override
    {
        withCallback([&] {
            NamedTags tags{out, m_tags};
            const auto handle = std::make_shared<PlotHandle>(tags);
            const std::shared_ptr<void> over(nullptr, [&handle](void *) { handle->release(); });
            m_lens->attr("plot")(handle);
        });
    }

    void endTick() override
    {
        withCallback([&] { m_lens->attr("end_tick")(); });
    }
    void pushLoss(double value, record::Phase phase) override
    {
        withCallback([&] { m_lens->attr("push_loss")(value, phase == record::Phase::Train); });
    }
    void pushMetric(const std::string &name, double value) override
    {
        withCallback([&] { m_lens->attr("push_metric")(name, value); });
    }

private:
    /// Detaches the lens, so that another model can use it.
    void release()
    {
        if (!m_model)
            return;
        const py::gil_scoped_acquire lock;
        m_model->release();
        m_model = nullptr;
        if (PyObject_SetAttrString(m_lens->ptr(), "_is_attached", Py_False) != 0)
            PyErr_WriteUnraisable(m_lens->ptr());
    }

    std::shared_ptr<py::object> m_lens;
    std::vector<record::TagSpec> m_tags;
    std::shared_ptr<ModelHandle> m_model; ///< null while detached
};

py::object moduleOf(const custom::Module &module)
{
    return module.foreign ? (*static_cast<const py::weakref *>(module.foreign.get()))() : py::none();
}

} // namespace

std::function<std::unique_ptr<custom::BaseLens>()> lensMaker(py::object make)
{
    return [make = shared(std::move(make))] {
        return withCallback([&]() -> std::unique_ptr<custom::BaseLens> {
            py::object lens = (*make)();
            if (!py::isinstance(lens, py::module_::import("lensboard").attr("Lens")))
                throw py::type_error(record::message("expected a lensboard.Lens, found %1", py::repr(lens).cast<std::string>()));
            return std::make_unique<PythonLens>(std::move(lens));
        });
    };
}

void bindLens(py::module_ &module)
{
    using custom::Module;
    py::class_<Module>(module, "Module", "A module of a model that is watched.")
        .def_readonly("name", &Module::name, "its dotted path in the model, whose own is empty")
        .def_readonly("type", &Module::type, "the name of its class")
        .def_readonly("is_layer", &Module::isLayer, "whether it is a leaf, or at the depth that the inspector looks to")
        .def_readonly("has_forward", &Module::hasForward, "whether its forward can be observed")
        .def_readonly("parameters", &Module::parameters, "the names of its own")
        .def_property_readonly("module", &moduleOf, "the torch.nn.Module; None if it is gone")
        .def("__repr__", [](const Module &self) { return "<lensboard.Module " + self.name + " (" + self.type + ")>"; });

    using Tensors = std::span<const Tensor>;
    const auto ofModule = [](auto method, auto made) {
        return [method, made](const ModelHandle &self, const Module &of, py::object callback) { (self.get().*method)(of, made(std::move(callback))); };
    };
    const auto moment = [](auto method) {
        return [method](const ModelHandle &self, py::object callback) { (self.get().*method)(calling<>(std::move(callback))); };
    };
    using Model = custom::Model;
    py::class_<ModelHandle, std::shared_ptr<ModelHandle>>(module, "Model", "Where a lens registers its callbacks.")
        .def("before_forward", ofModule(&Model::beforeForward, calling<Tensors>), "Calls callback(inputs) before each forward of a module.")
        .def("after_forward", ofModule(&Model::afterForward, calling<Tensors, const Tensor &>),
             "Calls callback(inputs, output) after each forward of a module; of several outputs with the first tensor.")
        .def("on_output_gradient", ofModule(&Model::onOutputGradient, calling<const Tensor &>),
             "Calls callback(gradient) in each backward pass, once for each forward of a module.")
        .def("on_input_gradient", ofModule(&Model::onInputGradient, calling<const Tensor &>), "The same of its first input.")
        .def("on_parameter_gradient",
             [](const ModelHandle &self, const Module &of, const std::string &parameter, py::object callback) {
                 self.get().onParameterGradient(of, parameter, calling<const Tensor &>(std::move(callback)));
             },
             "Calls callback(gradient) when a backward pass has accumulated the gradient of a parameter; not while it is frozen.")
        .def("after_step", moment(&Model::afterStep), "Calls callback() after each step of the optimizer.")
        .def("on_call", moment(&Model::onCall), "Calls callback() at each Inspector.call().")
        .def("at_tick_end", moment(&Model::atTickEnd), "Calls callback() at the end of each tick, before plot().")
        .def("parameter", [](const ModelHandle &self, const Module &of, const std::string &name) { return toPython(self.get().parameter(of, name)); },
             "A parameter as it is now; None if there is none of this name.")
        .def("is_training", [](const ModelHandle &self, const Module &of) { return self.get().isTraining(of); })
        .def("notice", [](const ModelHandle &self, const std::string &text) { self.get().notice(text); }, "Shows the user a message, once.");

    py::class_<PlotHandle, std::shared_ptr<PlotHandle>>(module, "Plot", "What a lens plots into when a tick ends.")
        .def("line",
             [](const PlotHandle &self, const std::string &tag, const std::string &layer, const std::string &label, double value) {
                 self.get().plot.line(self.get().at(tag), layer, label, value);
             },
             py::arg("tag"), py::arg("layer"), py::arg("label"), py::arg("value"), "A point of a line. Of a big tag the layer is ignored.")
        .def("band",
             [](const PlotHandle &self, const std::string &tag, const std::string &layer, const std::pair<std::string, std::string> &labels, double low,
                double high) { self.get().plot.band(self.get().at(tag), layer, labels, low, high); },
             py::arg("tag"), py::arg("layer"), py::arg("labels"), py::arg("low"), py::arg("high"),
             "A piece of a band, whose two edges have names.");
}

} // namespace lensboard::python
