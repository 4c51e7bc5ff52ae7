#include "core/hook/script_taps.h"

#include "core/aten/aten_tensor.h"
#include "core/hook/interruptible.h"
#include "core/hook/script_graph.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/name_under.h"

#include <ATen/core/Tensor.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/runtime/custom_operator.h>

#include <algorithm>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <unordered_map>

namespace lensboard::hook {

namespace {

using Object = c10::ivalue::Object;

class ScriptTapPoint final : public TapPoint
{
public:
    ScriptTapPoint(std::string type, std::shared_ptr<std::mutex> oneAtATime)
        : m_type(std::move(type)), m_oneAtATime(std::move(oneAtATime))
    {}

    std::string moduleType() const override { return m_type; }
    [[nodiscard]] std::unique_lock<std::mutex> lock() const { return std::unique_lock(*m_oneAtATime); }

private:
    std::string m_type;
    std::shared_ptr<std::mutex> m_oneAtATime; ///< a model may run modules on several threads
};

/// Tap points of all TorchScript modules of the process, indexed by the module's object, the only key that operators have.
class Registry
{
public:
    static Registry &instance()
    {
        static Registry registry;
        return registry;
    }

    void add(const Object *object, const std::shared_ptr<ScriptTapPoint> &point)
    {
        const std::unique_lock lock(m_mutex);
        m_points[object] = point;
    }
    void remove(const Object *object)
    {
        const std::unique_lock lock(m_mutex);
        m_points.erase(object);
    }
    /// Returns null if the module is not watched.
    std::shared_ptr<ScriptTapPoint> watched(const c10::IValue &module) const
    {
        const std::shared_lock lock(m_mutex);
        const auto found = m_points.find(&module.toObjectRef());
        return found == m_points.end() || !found->second->watched() ? nullptr : found->second;
    }

private:
    mutable std::shared_mutex m_mutex;
    std::unordered_map<const Object *, std::shared_ptr<ScriptTapPoint>> m_points;
};

/// Appends all defined tensors of \p value, depth first.
void addTensors(const c10::IValue &value, std::vector<at::Tensor> &tensors)
{
    if (value.isTensor()) {
        if (value.toTensor().defined())
            tensors.push_back(value.toTensor());
    } else if (value.isTuple()) {
        for (const c10::IValue &inner : value.toTupleRef().elements())
            addTensors(inner, tensors);
    } else if (value.isList()) {
        for (const c10::IValue &inner : value.toListRef())
            addTensors(inner, tensors);
    } else if (value.isGenericDict()) {
        for (const auto &entry : value.toGenericDict())
            addTensors(entry.value(), tensors);
    }
}

std::vector<at::Tensor> tensorsOf(const c10::IValue &value)
{
    std::vector<at::Tensor> tensors;
    addTensors(value, tensors);
    return tensors;
}

void enter(torch::jit::Stack &stack)
{
    const c10::List<at::Tensor> inputs = torch::jit::pop(stack).toTensorList();
    const c10::IValue self = torch::jit::pop(stack);
    at::Tensor through = inputs.empty() ? at::Tensor() : inputs.get(0);
    if (const auto point = Registry::instance().watched(self)) {
        const auto lock = point->lock();
        if (const Tensor given = point->enter(viewsOf(inputs.vec())); given.defined())
            through = given;
    }
    torch::jit::push(stack, std::move(through));
}

void leave(torch::jit::Stack &stack)
{
    const c10::IValue output = torch::jit::pop(stack);
    const c10::IValue inputs = torch::jit::pop(stack);
    const c10::IValue self = torch::jit::pop(stack);
    const auto point = Registry::instance().watched(self);
    if (!point)
        return;
    if (const std::vector<at::Tensor> outputs = tensorsOf(output); !outputs.empty()) {
        const auto lock = point->lock();
        point->exit(viewsOf(inputs.toTensorVector()), viewsOf(outputs));
    }
}

void proceed(torch::jit::Stack &)
{
    Interruptible::look();
}

bool isParameter(const TappedModule &module, const std::string &name)
{
    return std::any_of(module.parameters.begin(), module.parameters.end(), [&](const auto &own) { return own.first == name; });
}

/// Declares the operators as reading and writing anything, so that LibTorch neither drops nor moves them.
void registerOperators()
{
    using torch::jit::Operator;
    static const torch::jit::RegisterOperators once({
        Operator(std::string(kEnterOperator) + "(Any self, Tensor[] inputs) -> Tensor", enter,
                 c10::AliasAnalysisKind::CONSERVATIVE),
        Operator(std::string(kLeaveOperator) + "(Any self, Tensor[] inputs, Any output) -> ()", leave,
                 c10::AliasAnalysisKind::CONSERVATIVE),
        Operator(std::string(kProceedOperator) + "() -> ()", proceed, c10::AliasAnalysisKind::CONSERVATIVE),
    });
}

} // namespace

struct ScriptTaps::Private
{
    explicit Private(const torch::jit::Module &whole) : module(whole) { walk(whole, "", 0); }

    torch::jit::Module module;
    std::vector<TappedModule> modules;
    std::unordered_map<const Object *, std::shared_ptr<ScriptTapPoint>> points;
    std::shared_ptr<std::mutex> oneAtATime = std::make_shared<std::mutex>();

    void walk(const torch::jit::Module &part, const std::string &name, std::size_t depth)
    {
        // "___torch_mangle_3" occurs only inside the path of a type, never as its last part.
        const auto point = std::make_shared<ScriptTapPoint>(part.type()->name()->name(), oneAtATime);
        if (!points.emplace(part._ivalue().get(), point).second)
            return;
        TappedModule tapped{name, point->moduleType(), depth, part.children().size() == 0,
                            [part] { return part.is_training(); }, {}, point, {}};
        for (const auto &parameter : part.named_parameters(false))
            if (parameter.value.defined())
                tapped.parameters.emplace_back(parameter.name, parameter.value);
        const auto tensorOrNone = c10::OptionalType::create(c10::TensorType::get());
        for (const auto &attribute : part.named_attributes(false))
            if (part.type()->getAttribute(attribute.name)->isSubtypeOf(*tensorOrNone) && !isParameter(tapped, attribute.name))
                tapped.buffers.emplace_back(attribute.name, attribute.value.isTensor() ? attribute.value.toTensor() : at::Tensor());
        tapped.now = [part](const std::string &attribute) {
            const c10::IValue value = part.attr(attribute, {}); // the program may have replaced the tensor, or set None
            return value.isTensor() ? Tensor(value.toTensor()) : Tensor();
        };
        modules.push_back(std::move(tapped));
        for (const auto &child : part.named_children())
            walk(child.value, record::nameUnder(name, child.name), depth + 1);
    }
};

ScriptTaps::ScriptTaps(const torch::jit::Module &module) : d(std::make_unique<Private>(module))
{
    registerOperators();
    instrument(module);
    for (const auto &[object, point] : d->points)
        Registry::instance().add(object, point);
}

ScriptTaps::~ScriptTaps()
{
    for (const auto &[object, point] : d->points)
        Registry::instance().remove(object);
}

at::Tensor ScriptTaps::forward(const at::Tensor &input)
{
    const auto run = [this](const at::Tensor &x) {
        const c10::IValue output = d->module.forward({x});
        std::vector<at::Tensor> tensors = tensorsOf(output);
        if (tensors.empty())
            throw record::Error(record::message("puts out %1, expected a tensor or a container of tensors",
                                                     output.type()->repr_str()));
        return tensors;
    };
    const auto point = Registry::instance().watched(d->module._ivalue());
    if (!point)
        return run(input).front();
    const Tensor in = input;
    const std::span inputs(&in, 1);
    const std::vector<at::Tensor> outputs = run(point->enter(inputs));
    point->exit(inputs, viewsOf(outputs));
    return outputs.front();
}

std::vector<TappedModule> ScriptTaps::modules() const
{
    return d->modules;
}

} // namespace lensboard::hook
