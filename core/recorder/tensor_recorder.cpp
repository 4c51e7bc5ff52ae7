#include "core/recorder/tensor_recorder.h"

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/name_under.h"
#include "core/tensor/library.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

namespace lensboard::recorder {

namespace fs = std::filesystem;

struct TensorRecorder::Private
{
    /// Must keep its address while hooks point to it.
    struct SubRecorder
    {
        std::string module;
        Tensors data = {};
        std::size_t samples = 0;
        const hook::ModelTap *tap = nullptr;   ///< the tap with the hook
        std::optional<hook::Hook> hook = {}; ///< nullopt after deregistration
    };

    RecordedTensor moment = RecordedTensor::ForwardOutput;
    RecorderSettings settings;
    std::vector<std::unique_ptr<SubRecorder>> subRecorders;
    std::size_t bytes = 0;
    bool full = false;

    void take(SubRecorder &recorder, const Tensor &tensor)
    {
        if (full || !tensor.defined() || (settings.condition && !settings.condition()))
            return;
        const auto work = [&] { keep(recorder, tensor); };
        settings.through ? settings.through(work) : work();
    }

    void keep(SubRecorder &recorder, const Tensor &tensor)
    {
        const WithoutGradients without;

        Tensor next = settings.data == RecorderSettings::Data::Sample && tensor.dim() > 0 && tensor.size(0) > 0 ? tensor[0] : tensor;
        next = next.detach();
        if (settings.map)
            next = settings.map(next);
        if (!next.defined())
            return;
        const bool reduces = settings.reduction && !recorder.data.empty();
        if (!reduces && bytes + next.nbytes() > settings.limitBytes) {
            full = true;
            return;
        }
        ++recorder.samples;
        if (reduces) {
            Tensor &kept = recorder.data.front();
            bytes -= kept.nbytes();
            kept = settings.reduction(kept, next).clone();
            bytes += kept.nbytes();
        } else {
            recorder.data.push_back(next.clone());
            bytes += next.nbytes();
        }
    }

    hook::Hook addHook(hook::ModelTap &tap, hook::ModuleId module, SubRecorder &recorder)
    {
        const auto takeOne = [this, &recorder](std::span<const Tensor> tensors) {
            if (settings.which < tensors.size())
                take(recorder, tensors[settings.which]);
        };
        const auto takeTensor = [this, &recorder](const Tensor &tensor) { take(recorder, tensor); };
        switch (moment) {
        case RecordedTensor::ForwardPre: return tap.beforeForward(module, takeOne, settings.order);
        case RecordedTensor::ForwardInput:
            return tap.afterForward(module, [takeOne](auto inputs, const Tensor &) { takeOne(inputs); }, settings.order);
        case RecordedTensor::ForwardOutput:
            if (settings.which > 0)
                return tap.onAllOutputs(module, takeOne, settings.order);
            return tap.afterForward(module, [takeTensor](auto, const Tensor &output) { takeTensor(output); }, settings.order);
        case RecordedTensor::BackwardInput: return tap.onInputGradient(module, takeTensor, settings.order);
        case RecordedTensor::BackwardOutput: return tap.onOutputGradient(module, takeTensor, settings.order);
        }
        return {};
    }

    void count()
    {
        bytes = 0;
        for (const auto &recorder : subRecorders)
            for (const Tensor &tensor : recorder->data)
                bytes += tensor.nbytes();
    }
};

TensorRecorder::TensorRecorder(RecordedTensor moment, RecorderSettings settings) : d(std::make_unique<Private>())
{
    d->moment = moment;
    d->settings = std::move(settings);
}

TensorRecorder::~TensorRecorder() = default;

TensorRecorder &TensorRecorder::modules(hook::ModelTap &tap, const ModuleFilter &filter, hook::ModuleId root)
{
    return record(tap, modulesOf(tap, filter, root));
}

TensorRecorder &TensorRecorder::children(hook::ModelTap &tap, const ModuleFilter &filter, hook::ModuleId root)
{
    return record(tap, childrenOf(tap, filter, root));
}

TensorRecorder &TensorRecorder::record(hook::ModelTap &tap, const std::vector<hook::ModuleId> &modules, const std::string &model)
{
    std::vector<std::unique_ptr<Private::SubRecorder>> added;
    std::vector<std::pair<Private::SubRecorder *, hook::Hook>> hooks;
    for (const hook::ModuleId module : modules) {
        const std::string name = record::nameUnder(model, tap.modules().at(module).name);
        const auto idle = std::ranges::find_if(d->subRecorders, [&](const auto &sub) { return !sub->hook && sub->module == name; });
        if (idle == d->subRecorders.end())
            added.push_back(std::make_unique<Private::SubRecorder>(Private::SubRecorder{name}));
        Private::SubRecorder &recorder = idle == d->subRecorders.end() ? *added.back() : **idle;
        hooks.emplace_back(&recorder, d->addHook(tap, module, recorder));
    }
    for (auto &[recorder, hook] : hooks) {
        recorder->tap = &tap;
        recorder->hook = std::move(hook);
    }
    d->subRecorders.insert(d->subRecorders.end(), std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
    return *this;
}

void TensorRecorder::deregister()
{
    for (const auto &recorder : d->subRecorders)
        recorder->hook.reset();
}

void TensorRecorder::deregister(const hook::ModelTap &tap)
{
    for (const auto &recorder : d->subRecorders)
        if (recorder->tap == &tap)
            recorder->hook.reset();
}

const std::string &TensorRecorder::module(std::size_t index) const
{
    return d->subRecorders.at(index)->module;
}

std::size_t TensorRecorder::size() const
{
    return d->subRecorders.size();
}

const Tensors &TensorRecorder::data(std::size_t index) const
{
    return d->subRecorders.at(index)->data;
}

std::size_t TensorRecorder::samples(std::size_t index) const
{
    return d->subRecorders.at(index)->samples;
}

std::vector<std::size_t> TensorRecorder::iterSamples() const
{
    std::vector<std::size_t> all;
    for (const auto &recorder : d->subRecorders)
        all.push_back(recorder->samples);
    return all;
}

Tensors TensorRecorder::remove(std::size_t index)
{
    Tensors data = std::move(d->subRecorders.at(index)->data);
    d->subRecorders.erase(d->subRecorders.begin() + static_cast<std::ptrdiff_t>(index));
    d->count();
    return data;
}

void TensorRecorder::apply(const std::function<Tensors(const Tensors &)> &function)
{
    applySample([&function](const Tensors &data, std::size_t) { return function(data); });
}

void TensorRecorder::applySample(const std::function<Tensors(const Tensors &, std::size_t)> &function)
{
    for (const auto &recorder : d->subRecorders)
        recorder->data = function(recorder->data, recorder->samples);
    d->count();
}

void TensorRecorder::clear()
{
    for (const auto &recorder : d->subRecorders) {
        recorder->data.clear();
        recorder->samples = 0;
    }
    d->bytes = 0;
    d->full = false;
}

std::size_t TensorRecorder::bytes() const
{
    return d->bytes;
}

bool TensorRecorder::isFull() const
{
    return d->full;
}

void TensorRecorder::save(const fs::path &folder, bool makeFolder) const
{
    std::error_code error;
    if (makeFolder)
        fs::create_directories(folder, error);
    if (error || !fs::is_directory(folder, error))
        throw record::Error(record::message("%1: %2", folder.string(), error ? record::systemError(error.value()) : record::message("no such folder")));
    for (std::size_t i = 0; i < size(); ++i)
        saveTensors(folder / (std::to_string(i) + ".pt"), data(i), d->settings.reduction && data(i).size() == 1);
}

void saveTensors(const fs::path &path, const Tensors &tensors, bool alone)
{
    Library::current().save(path, alone ? Value(tensors.front()) : Value(Value::List(tensors.begin(), tensors.end())));
}

} // namespace lensboard::recorder
