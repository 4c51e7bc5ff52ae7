#include "core/python/python_library.h"

#include "core/bytes/part_file.h"
#include "core/bytes/whole_file.h"
#include "core/bytes/zip_archive.h"
#include "core/experiment/settings/fields.h"
#include "core/python/callable.h"
#include "core/python/callback.h"
#include "core/python/main_gradients.h"
#include "core/python/python_tensor.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <link.h>

namespace py = pybind11;

namespace lensboard::python {

namespace {

/// Returns torch::autograd::get_current_graph_task_exec_info() of the loaded LibTorch, or null.
const void *(*executedNodesOfLibTorch())()
{
    void *found = nullptr;
    const auto look = [](dl_phdr_info *library, std::size_t, void *function) {
        if (std::string_view(library->dlpi_name).find("libtorch_cpu") == std::string_view::npos)
            return 0;
        if (void *const handle = dlopen(library->dlpi_name, RTLD_LAZY | RTLD_NOLOAD))
            *static_cast<void **>(function) = dlsym(handle, "_ZN5torch8autograd32get_current_graph_task_exec_infoEv");
        return 1;
    };
    dl_iterate_phdr(look, &found);
    return reinterpret_cast<const void *(*)()>(found);
}

/// Functions of torch. Never destroyed, as the interpreter may end earlier.
struct Torch
{
    py::object module = py::module_::import("torch"), native = module.attr("_C"), aten = module.attr("ops").attr("aten");
    py::object isGradEnabled = module.attr("is_grad_enabled"), setGradEnabled = native.attr("_set_grad_enabled");
    py::object isInferenceModeEnabled = module.attr("is_inference_mode_enabled"), inferenceMode = module.attr("inference_mode");
    py::object queueCallback = module.attr("autograd").attr("Variable").attr("_execution_engine").attr("queue_callback");
    py::object graphTask = py::getattr(native, "_current_graph_task_id", py::none()); ///< missing in torch 1.13
    const void *(*executedNodes)() = graphTask.is_none() ? executedNodesOfLibTorch() : nullptr; ///< returns null outside of a backward pass
    std::vector<py::object> operators = {};                                          ///< indexed by Operators

    static Torch &instance()
    {
        static auto *const all = new Torch;
        return *all;
    }

    bool isRecording() const { return isGradEnabled().ptr() == Py_True; }

    const py::object &of(const Operator &op)
    {
        if (op.number() >= operators.size())
            operators.resize(op.number() + 1);
        py::object &found = operators[op.number()];
        if (!found) {
            const py::object overload = aten.attr(op.name().c_str()).attr(op.overload().empty() ? "default" : op.overload().c_str());
            found = py::getattr(overload, "_op", overload); // avoids a call of the Python function around it
        }
        return found;
    }
};

/// Enables or disables gradients in torch, outside of inference mode, so that tensors made in a validation can be modified later.
class GradientMode
{
public:
    explicit GradientMode(bool isRecording) : m_isRecording(isRecording)
    {
        if (torch().isInferenceModeEnabled().ptr() == Py_True) {
            m_usual = torch().inferenceMode(false);
            m_usual.attr("__enter__")(); // enables gradients
        }
        m_wasRecording = torch().isRecording();
        if (m_wasRecording != m_isRecording)
            torch().setGradEnabled(m_isRecording);
    }
    ~GradientMode()
    {
        const py::error_scope raised;
        if (m_wasRecording != m_isRecording)
            torch().setGradEnabled(m_wasRecording);
        if (m_usual)
            m_usual.attr("__exit__")(py::none(), py::none(), py::none());
    }
    GradientMode(const GradientMode &) = delete;
    GradientMode &operator=(const GradientMode &) = delete;

private:
    static Torch &torch() { return Torch::instance(); }

    bool m_wasRecording = false, m_isRecording;
    py::object m_usual; ///< null outside of inference mode
};

struct ToPython
{
    py::object operator()(const Tensor &tensor) const { return toPython(tensor); }
    py::object operator()(const std::vector<Tensor> &tensors) const { return py::list(toPython(std::span<const Tensor>(tensors))); }
    py::object operator()(double number) const { return py::float_(number); }
    py::object operator()(std::int64_t number) const { return py::int_(number); }
    py::object operator()(bool flag) const { return py::bool_(flag); }
    py::object operator()(const Shape &shape) const
    {
        py::list sizes;
        for (const std::int64_t size : shape)
            sizes.append(size);
        return sizes;
    }
    py::object operator()(ElementType type) const { return dtypeOf(type); }
    py::object operator()(Device device) const { return deviceOf(device); }
};

/// Calls an operator. Requires the GIL.
py::object result(const Operator &op, std::span<const Argument> arguments)
{
    const py::object &function = Torch::instance().of(op);
    const std::size_t positional = arguments.size() - op.keywords().size();
    py::tuple given(positional);
    for (std::size_t i = 0; i < positional; ++i)
        given[i] = std::visit(ToPython(), arguments[i]);
    py::dict named;
    for (std::size_t i = positional; i < arguments.size(); ++i)
        named[op.keywords()[i - positional].c_str()] = std::visit(ToPython(), arguments[i]);
    const GradientMode without(false);
    return function(*given, **named);
}

py::object hook(std::function<void()> notify)
{
    return callback([notify = std::move(notify)](PyObject *) { notify(); });
}

class AccumulationHookOfNode final : public AccumulationHook
{
public:
    AccumulationHookOfNode(py::object parameter, std::function<void()> notify) : m_parameter(std::move(parameter)), m_notify(std::move(notify)) { follow(); }
    ~AccumulationHookOfNode() override
    {
        const py::gil_scoped_acquire lock;
        remove();
        m_parameter = m_node = m_hook = m_handle = {};
    }

    bool follow() override
    {
        const py::gil_scoped_acquire lock;
        if (m_isPaused || !m_parameter.attr("requires_grad").cast<bool>())
            return false;
        if (m_parameter.attr("numel")().cast<std::int64_t>() == 0) { // freed for now, as by DeepSpeed: its accumulator would refuse the gradient
            remove();
            m_node = m_hook = m_handle = {};
            return false;
        }
        const GradientMode recording(true);
        const py::object node = m_parameter.attr("view_as")(m_parameter).attr("grad_fn").attr("next_functions")[py::int_(0)][py::int_(0)];
        if (node.is(m_node))
            return false;
        remove();
        m_node = node; // torch only has a weak reference to it
        m_hook = hook(m_notify);
        m_handle = node.attr("register_hook")(m_hook);
        return true;
    }

    /// Releases the node, as a node without callbacks still wraps its gradients for Python in each backward pass.
    void setPaused(bool isPaused) override
    {
        m_isPaused = isPaused;
        if (!isPaused) {
            follow();
            return;
        }
        const py::gil_scoped_acquire lock;
        remove();
        m_node = m_hook = m_handle = {};
    }

private:
    void remove()
    {
        if (!m_handle)
            return;
        try {
            m_handle.attr("remove")();
        } catch (py::error_already_set &error) {
            error.discard_as_unraisable("remove() of a hook");
        }
    }

    py::object m_parameter;
    std::function<void()> m_notify;
    bool m_isPaused = false;
    py::object m_node, m_hook, m_handle;
};

py::object toObject(const Value &value)
{
    return std::visit(settings::Overloaded{
        [](std::monostate) -> py::object { return py::none(); },
        [](const Tensor &tensor) -> py::object { return toPython(tensor.detach().toHost()); },
        [](const Value::List &list) -> py::object {
            py::list all;
            for (const Value &item : list)
                all.append(toObject(item));
            return all;
        },
        [](const Value::Table &table) -> py::object {
            py::dict all;
            for (const auto &[name, item] : table)
                all[py::str(name)] = toObject(item);
            return all;
        },
        [](const auto &plain) -> py::object { return py::cast(plain); },
    }, value.any());
}

Value toValue(const py::handle &object)
{
    if (PyBool_Check(object.ptr()))
        return object.cast<bool>();
    if (PyLong_Check(object.ptr()))
        return object.cast<std::int64_t>();
    if (PyFloat_Check(object.ptr()))
        return object.cast<double>();
    if (PyUnicode_Check(object.ptr()))
        return object.cast<std::string>();
    if (isTensor(object))
        return tensorOf(object);
    if (py::isinstance<py::dict>(object)) {
        Value::Table all;
        for (const auto &[key, item] : object.cast<py::dict>())
            if (PyUnicode_Check(key.ptr()))
                all.emplace_back(key.cast<std::string>(), toValue(item));
        return all;
    }
    if (PyList_Check(object.ptr()) || PyTuple_Check(object.ptr())) {
        Value::List all;
        for (const py::handle item : object)
            all.push_back(toValue(item));
        return all;
    }
    return {};
}

} // namespace

const PythonLibrary &PythonLibrary::instance()
{
    static const PythonLibrary library;
    return library;
}

std::pair<std::string, std::string> PythonLibrary::version() const
{
    return withPython([] { return std::pair("torch", py::str(Torch::instance().module.attr("__version__")).cast<std::string>()); });
}

Tensor PythonLibrary::call(const Operator &op, std::span<const Argument> arguments) const
{
    return withPython([&] { return tensorOf(result(op, arguments)); });
}

std::vector<Tensor> PythonLibrary::callForList(const Operator &op, std::span<const Argument> arguments) const
{
    return withPython([&] {
        std::vector<Tensor> all;
        for (const py::handle each : result(op, arguments))
            all.push_back(tensorOf(each));
        return all;
    });
}

bool PythonLibrary::has(const Operator &op) const
{
    return withPython([&] {
        const py::object packet = py::getattr(Torch::instance().aten, op.name().c_str(), py::none());
        const py::object overload = py::getattr(packet, op.overload().empty() ? "default" : op.overload().c_str(), py::none());
        if (overload.is_none())
            return false;
        std::vector<std::string> names;
        for (const py::handle argument : overload.attr("_schema").attr("arguments"))
            names.push_back(argument.attr("name").cast<std::string>());
        return std::ranges::all_of(op.keywords(), [&](const std::string &keyword) { return std::ranges::find(names, keyword) != names.end(); });
    });
}

Tensor PythonLibrary::made(const std::vector<double> &values, ElementType type, Device device) const
{
    return withPython([&] {
        py::list all;
        for (const double value : values)
            all.append(value);
        return tensorOf(Torch::instance().module.attr("tensor")(all, py::arg("dtype") = dtypeOf(type), py::arg("device") = deviceOf(device)));
    });
}

void PythonLibrary::beginThread() const
{
    withPython([] { Torch::instance().module.attr("get_num_threads")(); });
}

thread_local std::optional<bool> PythonLibrary::Recording::s_given;

bool PythonLibrary::isRecordingGradients() const
{
    if (Recording::s_given)
        return *Recording::s_given;
    return withPython([] { return Torch::instance().isRecording(); });
}

std::shared_ptr<void> PythonLibrary::withoutGradients() const
{
    return withPython([] {
        const py::error_scope raised;
        return std::shared_ptr<GradientMode>(new GradientMode(false), [](GradientMode *last) {
            const py::gil_scoped_acquire lock;
            delete last;
        });
    });
}

Tensor PythonLibrary::viewed(const Tensor &tensor) const
{
    return withPython([&] {
        const py::object object = toPython(tensor);
        return tensorOf(object.attr("view_as")(object));
    });
}

void PythonLibrary::onGradient(const Tensor &tensor, GradientCallback watcher) const
{
    withPython([&] {
        toPython(tensor).attr("register_hook")(callback([watcher = std::move(watcher)](PyObject *gradient) {
            if (gradient && gradient != Py_None)
                watcher(tensorOf(gradient));
        }));
    });
}

Tensor PythonLibrary::gradient(const Tensor &parameter) const
{
    return withPython([&] {
        const py::object gradient = py::getattr(toPython(parameter), MainGradients::areMeasured() ? "main_grad" : "grad", py::none());
        return gradient.is_none() ? Tensor() : tensorOf(gradient);
    });
}

std::unique_ptr<AccumulationHook> PythonLibrary::onAccumulation(const Tensor &parameter, std::function<void()> notify) const
{
    return withPython([&]() -> std::unique_ptr<AccumulationHook> {
        const py::object own = toPython(parameter);
        auto found = MainGradients::onGradient(own, notify);
        return found ? std::move(found) : std::make_unique<AccumulationHookOfNode>(own, std::move(notify));
    });
}

void PythonLibrary::atEndOfBackward(std::function<void()> function) const
{
    if (MainGradients::areMeasured())
        return MainGradients::atEnd(std::move(function));
    withPython([&] { Torch::instance().queueCallback(hook(std::move(function))); });
}

void PythonLibrary::save(const std::filesystem::path &path, const Value &value) const
{
    const auto archive = withPython([&] {
        const py::object stream = py::module_::import("io").attr("BytesIO")();
        Torch::instance().module.attr("save")(toObject(value), stream);
        return stream.attr("getvalue")().cast<std::string>();
    });
    bytes::writeWhole(path, archive);
}

Value PythonLibrary::load(const std::filesystem::path &path) const
{
    std::vector<char> archive;
    try {
        archive = bytes::wholeFile<std::vector<char>>(path, record::message("a file of tensors"), bytes::kLargestModelFile);
    } catch (const std::runtime_error &error) {
        throw record::Error(record::message("%1: %2", path.string(), record::messageOf(error)));
    }
    const py::gil_scoped_acquire lock;
    try {
        bytes::ZipArchive({archive.data(), archive.size()}).verify(); // torch checks no checksums
        const py::object stream = py::module_::import("io").attr("BytesIO")(py::bytes(archive.data(), archive.size()));
        return toValue(py::module_::import("lensboard._state").attr("load")(stream));
    } catch (const std::exception &) { // torch's message names its own source files
        if (PyErr_CheckSignals() != 0)
            throw py::error_already_set();
        throw record::Error(record::message("%1: is damaged, or not a file of tensors as torch.save writes it", path.string()));
    }
}

bool PythonLibrary::isInBackward() const
{
    const Torch &torch = Torch::instance();
    if (!torch.graphTask.is_none())
        return torch.graphTask().cast<std::int64_t>() != -1;
    return torch.executedNodes && torch.executedNodes();
}

} // namespace lensboard::python
