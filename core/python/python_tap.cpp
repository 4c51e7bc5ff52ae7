#include "core/python/python_tap.h"

#include "core/experiment/experiment.h"
#include "core/python/callable.h"
#include "core/python/python_model.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/reducer/reducer_factory.h"
#include "core/tensor/library.h"

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace py = pybind11;

namespace lensboard::python {

namespace {

/// The modules of a model, in the order of its named_modules(), each with its registered callbacks.
class Tap
{
public:
    Tap(const py::object &model, PythonModel::Order order) : m_model(model, order), m_tap(m_model.modules(), {}, m_model.gradientAveraging()) {}

    hook::ModelTap &tap() { return m_tap; }
    /// Returns the index of the model if \p module is a wrapper around it.
    hook::ModuleId indexOf(const py::object &module) const
    {
        if (module.ptr() == m_model.model())
            return 0;
        for (hook::ModuleId id = 0; id < m_tap.modules().size(); ++id)
            if ((*static_cast<const py::weakref *>(m_tap.foreignModule(id).get()))().is(module))
                return id;
        throw record::InvalidArgument(record::message("this module is not one of the model"));
    }
    /// Updates the hooks of modules after callbacks were registered or removed.
    void update() { m_model.callbacksChanged(); }

private:
    PythonModel m_model;
    hook::ModelTap m_tap;
};

/// Keeps a callback registered until remove() or destruction.
class TapHandle
{
public:
    TapHandle(std::shared_ptr<Tap> tap, hook::Hook hook) : m_tap(std::move(tap)), m_hook(std::move(hook)) { m_tap->update(); }
    ~TapHandle() { remove(); }
    void remove()
    {
        m_hook.reset();
        if (const auto tap = std::exchange(m_tap, nullptr))
            tap->update();
    }

private:
    std::shared_ptr<Tap> m_tap; ///< null after remove()
    hook::Hook m_hook;
};

using Tensors = std::span<const Tensor>;

/// Registers a Python function. It is called without gradients, since checkpointing repeats a forward without its watchers.
template <typename... Arguments, typename Method>
auto registering(Method method)
{
    return [method](const std::shared_ptr<Tap> &self, hook::ModuleId module, py::object callback) {
        const auto notify = [call = calling<Arguments...>(std::move(callback))](Arguments... arguments) {
            const WithoutGradients without;
            call(arguments...);
        };
        return std::make_unique<TapHandle>(self, (self->tap().*method)(module, notify, 0));
    };
}

reducer::Criterion criterionOf(py::object function)
{
    return [function = shared(std::move(function))](const Tensor &observation) {
        return withCallback([&] { return tensorOf((*function)(toPython(observation))); });
    };
}

} // namespace

void bindTap(py::module_ &module)
{
    py::class_<TapHandle>(module, "TapHandle").def("remove", &TapHandle::remove);
    py::class_<Tap, std::shared_ptr<Tap>>(module, "Tap")
        .def(py::init([](const py::object &model, bool isFirst) {
                 return std::make_shared<Tap>(model, isFirst ? PythonModel::Order::First : PythonModel::Order::AsRegistered);
             }),
             py::arg("model"), py::arg("first") = false)
        .def("index", [](const Tap &self, const py::object &of) { return self.indexOf(of); })
        .def("name", [](Tap &self, hook::ModuleId of) { return self.tap().modules().at(of).name; })
        .def("before_forward", registering<Tensors>(&hook::ModelTap::beforeForward))
        .def("after_forward", registering<Tensors, const Tensor &>(&hook::ModelTap::afterForward))
        .def("after_outputs", registering<Tensors>(&hook::ModelTap::onAllOutputs))
        .def("on_output_gradient", registering<const Tensor &>(&hook::ModelTap::onOutputGradient))
        .def("on_input_gradient", registering<const Tensor &>(&hook::ModelTap::onInputGradient));
}

void bindReducers(py::module_ &module)
{
    using reducer::Reducer;
    module.def("make_reducer", [](const std::string &kind, const std::string &settings, const py::object &criterion) {
        return std::shared_ptr(reducer::makeReducer(settings::OneOf<settings::Reducer>::parsed(kind, experiment::parseJson(settings)),
                                                    criterion.is_none() ? reducer::Criterion() : criterionOf(criterion)));
    });
    py::class_<Reducer, std::shared_ptr<Reducer>>(module, "Reducer")
        .def("push", [](Reducer &self, const py::object &observation, const py::object &condition) {
            self.push(tensorOf(observation), condition.is_none() ? Tensor() : tensorOf(condition));
        }, py::arg("observation"), py::arg("condition") = py::none())
        .def("peek", [](const Reducer &self) { return toPython(self.peek()); })
        .def("dump", [](const Reducer &self) { return toPython(self.dump()); })
        .def("view", [](const Reducer &self, const py::object &time, double tolerance) {
            return toPython(isTensor(time) ? self.view(tensorOf(time), tolerance) : self.view(time.cast<double>(), tolerance));
        })
        .def("clear", [](Reducer &self, bool keepShape) { self.clear(keepShape); })
        .def_property("step_time", [](const Reducer &self) { return self.history().stepTime; }, &Reducer::setStepTime)
        .def_property("duration", [](const Reducer &self) { return self.history().duration; }, &Reducer::setDuration)
        .def_property("inclusive", [](const Reducer &self) { return self.history().inclusive; }, &Reducer::setInclusive)
        .def_property_readonly("length", [](const Reducer &self) { return self.history().length(); })
        .def_property_readonly("observations", &Reducer::observations);
}

} // namespace lensboard::python
