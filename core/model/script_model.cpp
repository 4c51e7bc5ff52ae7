#include "core/model/script_model.h"

#include "core/bytes/part_file.h"
#include "core/hook/script_graph.h"
#include "core/hook/script_taps.h"
#include "core/model/script_file.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/session/trusted_models.h"

#include <ATen/core/Dict.h>
#include <ATen/core/grad_mode.h>
#include <c10/core/Device.h>
#include <caffe2/serialize/read_adapter_interface.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/serialization/import.h>
#include <torch/csrc/jit/serialization/pickle.h>
#include <torch/version.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <unordered_set>

namespace lensboard::model {

namespace {

using torch::jit::Module;

/// Reads the file from memory. Checks bounds, because LibTorch reads past the end of damaged files.
class BytesInMemory final : public caffe2::serialize::ReadAdapterInterface
{
public:
    explicit BytesInMemory(const std::string &bytes) : m_bytes(bytes) {}
    std::size_t size() const override { return m_bytes.size(); }
    std::size_t read(std::uint64_t place, void *buffer, std::size_t size, const char *) const override
    {
        if (place > m_bytes.size() || size > m_bytes.size() - place)
            throw record::Error(record::message("goes past the end of the file"));
        std::memcpy(buffer, m_bytes.data() + place, size);
        return size;
    }

private:
    const std::string &m_bytes;
};

/// Returns the essential part of LibTorch's report: the error and its line in the model's own source.
std::string gist(const std::exception &error)
{
    const auto *torchError = dynamic_cast<const c10::Error *>(&error);
    std::istringstream lines(torchError ? torchError->what_without_backtrace() : error.what());
    constexpr std::string_view kRuntimeError = "RuntimeError: ", kFile = "  File \"";
    std::string first, place;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(kFile) && line.find("/torch/") == std::string::npos && line.find("\"code/") == std::string::npos)
            place = " (" + line.substr(line.find('"')) + ')';
        if (line.starts_with(kRuntimeError))
            return line.substr(kRuntimeError.size()) + place;
        if (first.empty())
            first = line;
    }
    return first;
}

Module loaded(const std::string &bytes)
{
    try {
        return torch::jit::load(std::make_shared<BytesInMemory>(bytes), c10::Device(c10::kCPU));
    } catch (const std::exception &error) {
        throw record::Error(record::message("LibTorch %1 cannot open it: %2", TORCH_VERSION, gist(error)));
    }
}

/// Throws std::runtime_error if forward does not take a tensor, or has another argument without a default.
void checkForward(const Module &module)
{
    const auto forward = module.find_method("forward");
    if (!forward)
        throw record::Error(record::message("has no method \"forward\"; expected a model that takes a tensor"));
    const auto &arguments = forward->function().getSchema().arguments(); // the first argument is the module
    const bool takesTensor = arguments.size() > 1 && c10::TensorType::get()->isSubtypeOf(*arguments[1].type());
    bool needsMore = false;
    std::string all;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        all += (i > 1 ? ", " : "") + arguments[i].type()->repr_str() + ' ' + arguments[i].name();
        needsMore = needsMore || (i > 1 && !arguments[i].default_value());
    }
    if (!takesTensor || needsMore)
        throw record::Error(record::message("its forward takes (%1), expected one tensor; wrap it in a module that takes "
                                                 "a tensor",
                                                 all));
}

/// Calls \p visit once per module with the module and its counterpart in another model loaded from the same file.
void forEachPair(const Module &one, const Module &other, std::unordered_set<const void *> &seen,
                 const std::function<void(c10::ivalue::Object &, c10::ivalue::Object &)> &visit)
{
    if (!seen.insert(one._ivalue().get()).second)
        return;
    visit(*one._ivalue(), *other._ivalue());
    auto inOther = other.named_children().begin();
    for (const auto &child : one.named_children()) {
        forEachPair(child.value, (*inOther).value, seen, visit);
        ++inOther;
    }
}

/// Copies all attributes except the training mode and objects (their classes differ between the two copies). Afterwards both
/// models share all tensors, including parameters and buffers.
void copyAttributes(const Module &from, const Module &to)
{
    std::unordered_set<const void *> seen;
    forEachPair(from, to, seen, [](c10::ivalue::Object &source, c10::ivalue::Object &target) {
        const auto type = source.type();
        for (std::size_t i = 0; i < type->numAttributes(); ++i) {
            const c10::IValue &value = source.getSlot(i);
            if (type->getAttributeName(i) != "training" && !value.isObject())
                target.setSlot(i, value);
        }
    });
}

/// Returns true for types without shared state. Tensors are excluded: they are saved separately, and lists may alias parameters.
bool isPlain(const c10::Type &type)
{
    switch (type.kind()) {
    case c10::TypeKind::IntType:
    case c10::TypeKind::FloatType:
    case c10::TypeKind::BoolType:
    case c10::TypeKind::StringType:
    case c10::TypeKind::NoneType: return true;
    case c10::TypeKind::ListType:
    case c10::TypeKind::TupleType:
    case c10::TypeKind::DictType:
    case c10::TypeKind::OptionalType:
    case c10::TypeKind::UnionType: break;
    default: return false;
    }
    const auto parts = type.containedTypes();
    return std::all_of(parts.begin(), parts.end(), [](const auto &part) { return isPlain(*part); });
}

/// Calls \p visit with dotted name, module object and attribute slot of each plain attribute, except the training mode.
void forEachPlainAttribute(const Module &module, const std::function<void(const std::string &, c10::ivalue::Object &, std::size_t)> &visit)
{
    for (const auto &named : module.named_modules()) {
        const auto object = named.value._ivalue();
        const auto type = object->type();
        const std::string prefix = named.name.empty() ? "" : named.name + '.';
        for (std::size_t i = 0; i < type->numAttributes(); ++i)
            if (type->getAttributeName(i) != "training" && isPlain(*type->getAttribute(i)))
                visit(prefix + type->getAttributeName(i), *object, i);
    }
}

/// Operators with a train/eval mode (dropout, batch normalisation) that tracing has fixed.
struct FixedModes
{
    std::set<std::string> training;   ///< operators fixed in training mode
    std::set<std::string> evaluation; ///< operators fixed in evaluation mode
};

FixedModes fixedModes(const Module &module)
{
    FixedModes fixed;
    hook::forEachNode(module, [&](const torch::jit::Node &node) {
        const c10::FunctionSchema *schema = node.maybeSchema();
        if (!schema || !node.kind().is_aten())
            return;
        std::optional<bool> mode;
        bool dropsNothing = false;
        for (std::size_t i = 0; i < schema->arguments().size() && i < node.inputs().size(); ++i) {
            const std::string &name = schema->arguments()[i].name();
            const auto value = torch::jit::toIValue(node.input(i));
            if (value && value->isBool() && (name == "training" || name == "train"))
                mode = value->toBool();
            if (value && value->isDouble() && (name == "p" || name == "dropout"))
                dropsNothing = value->toDouble() == 0;
        }
        if (mode && !dropsNothing)
            (*mode ? fixed.training : fixed.evaluation).insert(node.kind().toUnqualString());
    });
    return fixed;
}

std::string joined(const std::set<std::string> &names)
{
    std::string text;
    for (const std::string &name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

template <typename List>
NamedTensors listed(const List &tensors)
{
    NamedTensors list;
    std::unordered_set<const void *> seen;
    for (const auto &tensor : tensors)
        if (tensor.value.defined() && seen.insert(tensor.value.unsafeGetTensorImpl()).second)
            list.emplace_back(tensor.name, tensor.value);
    return list;
}

} // namespace

struct ScriptModel::Private
{
    Private(const std::string &bytes, std::string fileName, const std::string &trusted)
        : name(std::move(fileName)), sha256(session::checkedSha256(bytes, trusted)), original(loaded(bytes)), module(loaded(bytes))
    {
        checkForward(original);
        copyAttributes(original, module);
        fixed = fixedModes(module);
        if (!fixed.training.empty())
            notices.push_back(record::message("%1 was traced in training mode: %2 stay in it in validation too.",
                                              name, joined(fixed.training)));
        if (!fixed.evaluation.empty())
            notices.push_back(record::message("%1 was traced in evaluation mode: %2 stay in it in training too.",
                                              name, joined(fixed.evaluation)));
        taps.emplace(module);
    }

    /// Restores the buffers of a traced model to their values before validation.
    void restoreBuffers()
    {
        const at::NoGradGuard noGradients;
        for (const auto &[buffer, before] : moved)
            buffer.copy_(before);
        moved.clear();
    }

    std::string name;
    std::string sha256;
    Module original; ///< never run; written by save()
    Module module;   ///< with the taps' operators; shares the tensors of \c original
    FixedModes fixed;
    std::vector<record::Message> notices;
    std::optional<hook::ScriptTaps> taps;
    std::vector<std::pair<at::Tensor, at::Tensor>> moved; ///< buffers, and their values before validation
};

ScriptModel::ScriptModel(const std::string &bytes, std::string name, const std::string &trustedSha256)
    : d(std::make_unique<Private>(bytes, std::move(name), trustedSha256))
{}

ScriptModel::~ScriptModel() = default;

at::Tensor ScriptModel::forward(const at::Tensor &inputs)
{
    try {
        return d->taps->forward(inputs);
    } catch (const std::exception &error) {
        std::ostringstream shape;
        shape << inputs.sizes();
        throw record::Error(record::message("%1, given %2 %3: %4",
                                                 d->name, shape.str(), c10::toString(inputs.scalar_type()), gist(error)));
    }
}

void ScriptModel::train(bool on)
{
    d->module.train(on);
    if (on)
        d->restoreBuffers();
    else if (d->moved.empty() && !d->fixed.training.empty())
        for (const auto &[name, buffer] : buffers())
            d->moved.emplace_back(buffer, buffer.clone());
}

NamedTensors ScriptModel::parameters() const
{
    return listed(d->module.named_parameters());
}

NamedTensors ScriptModel::buffers() const
{
    return listed(d->module.named_buffers());
}

std::string ScriptModel::attributes() const
{
    c10::impl::GenericDict values(c10::StringType::get(), c10::AnyType::get());
    forEachPlainAttribute(d->module, [&values](const std::string &name, const c10::ivalue::Object &object, std::size_t slot) {
        values.insert(name, object.getSlot(slot));
    });
    if (values.empty())
        return {};
    const std::vector<char> bytes = torch::jit::pickle_save(values); // pickle_save() keeps the types of lists and dictionaries
    return {bytes.begin(), bytes.end()};
}

void ScriptModel::restoreAttributes(const std::string &saved)
{
    if (saved.empty())
        return;
    const auto values = torch::jit::pickle_load({saved.begin(), saved.end()}).toGenericDict();
    forEachPlainAttribute(d->module, [&values](const std::string &name, c10::ivalue::Object &object, std::size_t slot) {
        const auto value = values.find(name);
        if (value == values.end() || !value->value().type()->isSubtypeOf(*object.type()->getAttribute(slot)))
            throw record::Error(record::message("the checkpoint is of another model: its \"%1\" is missing, or of another "
                                                     "type",
                                                     name));
        object.setSlot(slot, value->value());
    });
}

std::string ScriptModel::sha256() const
{
    return d->sha256;
}

void ScriptModel::to(const c10::Device &device)
{
    d->module.to(device);
    copyAttributes(d->module, d->original);
}

std::unique_ptr<hook::ModelTap> ScriptModel::tap()
{
    return std::make_unique<hook::ModelTap>(d->taps->modules());
}

void ScriptModel::save(const std::filesystem::path &path) const
{
    d->restoreBuffers(); // discards changes made during validation
    copyAttributes(d->module, d->original);
    std::ostringstream bytes;
    d->original.save(bytes);
    bytes::writeWhole(path, bytes.view());
}

const std::vector<record::Message> &ScriptModel::notices() const
{
    return d->notices;
}

std::unique_ptr<ScriptModel> loadScriptModel(const std::filesystem::path &path, const std::string &trustedSha256)
{
    const std::string bytes = readScriptFile(path);
    try {
        return std::make_unique<ScriptModel>(bytes, path.filename().string(), trustedSha256);
    } catch (const std::exception &error) {
        throw record::Error(record::message("%1: %2", path.string(), gist(error)));
    }
}

} // namespace lensboard::model
