#include "core/python/compiled_hooks.h"

#include "core/python/python_library.h"
#include "core/python/python_tensor.h"
#include "core/python/watching.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace py = pybind11;

namespace lensboard::python {

namespace {

/// The Python side. Never released: the interpreter may be gone before.
const py::module_ &module()
{
    static const auto *const compiled = new py::module_(py::module_::import("lensboard._compiled"));
    return *compiled;
}

std::vector<std::weak_ptr<ModulePoint>> &places()
{
    static auto *const all = new std::vector<std::weak_ptr<ModulePoint>>;
    return *all;
}

std::int64_t placeOf(const std::shared_ptr<ModulePoint> &point)
{
    if (!point->place) {
        point->place = static_cast<std::int64_t>(places().size());
        places().push_back(point);
    }
    return *point->place;
}

/// Null if it was detached: graphs stay as they are.
std::shared_ptr<ModulePoint> pointAt(std::int64_t place)
{
    return places().at(static_cast<std::size_t>(place)).lock();
}

std::vector<Tensor> tensorsOf(const py::list &list)
{
    std::vector<Tensor> tensors;
    for (const py::handle item : list)
        tensors.push_back(tensorOf(item));
    return tensors;
}

void enter(std::int64_t place, const py::list &given, bool isTraining, bool isRecording)
{
    const auto point = pointAt(place);
    if (!point || point->beforeForward.empty() || PythonLibrary::instance().isInBackward())
        return;
    point->isTraining = isTraining;
    const std::vector<Tensor> inputs = tensorsOf(given);
    const PythonLibrary::Recording recording(isRecording);
    const Watching watching(inputs);
    point->beforeForward.notify(inputs);
}

void leave(std::int64_t place, const py::list &given, const py::list &made, const py::list &buffers, bool isTraining, bool isRecording)
{
    const auto point = pointAt(place);
    if (!point || (point->afterForward.empty() && point->allOutputs.empty()) || PythonLibrary::instance().isInBackward())
        return;
    point->isTraining = isTraining;
    const std::vector<Tensor> inputs = tensorsOf(given), outputs = tensorsOf(made);
    point->buffersNow = tensorsOf(buffers); // the module gets them when the graph ends
    const PythonLibrary::Recording recording(isRecording);
    {
        const Watching watching(outputs);
        point->afterForward.notify(inputs, outputs.front());
        point->allOutputs.notify(outputs);
    }
    point->buffersNow.clear();
}

void gradient(std::int64_t place, const py::object &given, bool ofInput)
{
    const auto point = pointAt(place);
    const auto *const watchers = !point ? nullptr : ofInput ? &point->inputGradient : &point->outputGradient;
    if (!watchers || watchers->empty())
        return;
    const Tensor tensor = tensorOf(given);
    const Watching watching(std::span(&tensor, 1));
    watchers->notify(tensor);
}

} // namespace

std::vector<CompiledHooks::Model *> &CompiledHooks::models()
{
    static auto *const all = new std::vector<Model *>;
    return *all;
}

CompiledHooks::Model::Model()
{
    static std::int64_t next = 0;
    const py::gil_scoped_acquire lock;
    m_key = next++;
    module().attr("prepare")();
    if (areSupported()) {
        m_graphs = module().attr("Graphs")(m_key);
    }
    models().push_back(this);
}

CompiledHooks::Model::~Model()
{
    const py::gil_scoped_acquire lock;
    std::erase(models(), this);
    m_graphs = {};
}

py::object CompiledHooks::Model::traceable(py::object native, const std::shared_ptr<ModulePoint> &point, Side side, bool withGradient,
                                           const py::list &buffers, bool isFirst) const
{
    return module().attr(side == Side::Before ? "Before" : "After")(std::move(native), placeOf(point), m_graphs, withGradient,
                                                                   py::tuple(buffers), isFirst);
}

void CompiledHooks::Model::setInGraphs(bool inTraining, bool inEvaluation)
{
    if (!m_graphs || std::exchange(m_inGraphs, std::pair(inTraining, inEvaluation)) == std::pair(inTraining, inEvaluation))
        return;
    const py::gil_scoped_acquire lock;
    m_graphs.attr("choose")(inTraining, inEvaluation);
}

bool CompiledHooks::areSupported()
{
    const py::gil_scoped_acquire lock;
    return module().attr("is_supported")().cast<bool>();
}

bool CompiledHooks::forgetGraphs()
{
    return areSupported() && module().attr("forget_graphs")().cast<bool>();
}

void CompiledHooks::bind(py::module_ &extension)
{
    extension.def("enter", enter);
    extension.def("leave", leave);
    extension.def("gradient", gradient);
    extension.def("compiling_begins", [] {
        for (Model *model : std::vector(models()))
            model->compilingBegins();
    });
    extension.def("compiling_ends", [](const py::set &traced) {
        for (Model *model : std::vector(models()))
            model->compilingEnds(traced.contains(model->m_key));
    });
}

} // namespace lensboard::python
