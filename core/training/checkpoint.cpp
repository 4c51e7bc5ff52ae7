#include "core/training/checkpoint.h"

#include "core/aten/aten_value.h"
#include "core/aten/torch_file.h"
#include "core/loop/saved_watchers.h"
#include "core/model/state_dict.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <ATen/core/ivalue.h>
#include <ATen/ops/empty.h>

#include <cstring>
#include <stdexcept>

namespace lensboard::training {

namespace {

using c10::IValue;
using Table = c10::impl::GenericDict;
using List = c10::impl::GenericList;

constexpr std::int64_t kFormat = 1;
constexpr const char *kFormatKey = "lensboard_checkpoint";

Table emptyTable()
{
    return Table(c10::StringType::get(), c10::AnyType::get());
}

at::Tensor bytesOf(const std::string &text)
{
    at::Tensor bytes = at::empty({static_cast<std::int64_t>(text.size())}, at::kByte);
    if (!text.empty())
        std::memcpy(bytes.data_ptr(), text.data(), text.size());
    return bytes;
}

std::string textOf(const at::Tensor &bytes)
{
    const at::Tensor whole = bytes.to(at::kByte).contiguous();
    return {static_cast<const char *>(whole.data_ptr()), static_cast<std::size_t>(whole.numel())};
}

template <typename Item, typename Make>
List listOf(const std::vector<Item> &items, const Make &make)
{
    List list(c10::AnyType::get());
    for (const Item &item : items)
        list.push_back(make(item));
    return list;
}

std::vector<IValue> listAt(const Table &table, const char *key)
{
    return table.at(key).toListRef().vec();
}

IValue placeValue(const Progress &progress, const TickClock::State &ticks)
{
    Table table = emptyTable();
    table.insert("epoch", progress.epoch);
    table.insert("batch", progress.batch);
    table.insert("step", progress.step);
    table.insert("samples", progress.samples);
    table.insert("processes", progress.processes);
    table.insert("tick", ticks.tick);
    table.insert("tick_step", ticks.step);
    table.insert("units_in_tick", ticks.units);
    return table;
}

void readPlace(const Table &table, Checkpoint &checkpoint)
{
    const auto whole = [&table](const char *key) {
        const std::int64_t value = table.at(key).toInt();
        if (value < 0)
            throw std::out_of_range(key);
        return value;
    };
    const std::int64_t processes = table.contains("processes") ? whole("processes") : 1; // older checkpoints are from single-process trainings
    checkpoint.progress = {whole("epoch"), whole("batch"), whole("step"), whole("samples"), processes, 0, {}};
    checkpoint.ticks = {whole("tick"), whole("tick_step"), whole("units_in_tick")};
}

IValue scheduleValue(const LearningRateSchedule::State &state)
{
    Table table = emptyTable();
    table.insert("base", state.base);
    table.insert("plateau_scale", state.plateauScale);
    table.insert("best_loss", state.bestLoss);
    table.insert("epochs_without_better", state.epochsWithoutBetter);
    return table;
}

LearningRateSchedule::State scheduleOf(const Table &table)
{
    return {table.at("base").toDouble(), table.at("plateau_scale").toDouble(), table.at("best_loss").toDouble(),
            table.at("epochs_without_better").toInt()};
}

IValue pushValue(const Push &push)
{
    Table metrics = emptyTable();
    List names(c10::AnyType::get());
    for (const auto &[name, value] : push.metrics) {
        names.push_back(name);
        metrics.insert(name, value);
    }
    Table table = emptyTable();
    table.insert("training", push.training);
    table.insert("loss", push.loss);
    table.insert("names", names);
    table.insert("metrics", metrics);
    return table;
}

Push pushOf(const Table &table)
{
    Push push{table.at("training").toBool(), table.at("loss").toDouble(), {}};
    const Table metrics = table.at("metrics").toGenericDict();
    for (const IValue &name : listAt(table, "names"))
        push.metrics.emplace_back(name.toStringRef(), metrics.at(name).toDouble());
    return push;
}

Checkpoint checkpointOf(const Table &table)
{
    Checkpoint checkpoint;
    checkpoint.experiment = table.at("experiment").toStringRef();
    const Table model = table.at("model").toGenericDict();
    for (const IValue &name : listAt(table, "names"))
        checkpoint.model.emplace_back(name.toStringRef(), model.at(name).toTensor());
    if (table.contains("attributes")) { // older checkpoints have neither entry
        checkpoint.attributes = textOf(table.at("attributes").toTensor());
        checkpoint.modelSha256 = table.at("model_sha256").toStringRef();
    }
    if (table.contains("data"))
        checkpoint.data = table.at("data").toStringRef();
    checkpoint.optimizer = textOf(table.at("optimizer").toTensor());
    checkpoint.optimizerKind = table.at("optimizer_kind").toStringRef();
    checkpoint.schedule = scheduleOf(table.at("schedule").toGenericDict());
    for (const IValue &state : listAt(table, "random"))
        checkpoint.random.push_back(state.toTensor());
    readPlace(table.at("place").toGenericDict(), checkpoint);
    checkpoint.progress.epochLoss = table.at("epoch_loss").toDouble();
    for (const IValue &push : listAt(table, "pushes"))
        checkpoint.progress.pushes.push_back(pushOf(push.toGenericDict()));
    if (table.contains("watchers"))
        checkpoint.watchers = savedWatchersOf(lensboard::valueOf(table.at("watchers")));
    if (table.contains("run"))
        checkpoint.runCreated = table.at("run").toDouble();
    return checkpoint;
}

} // namespace

void writeCheckpoint(const std::filesystem::path &path, const Checkpoint &checkpoint)
{
    Table table = emptyTable();
    table.insert(kFormatKey, kFormat);
    table.insert("experiment", checkpoint.experiment);
    table.insert("model", model::stateDict(checkpoint.model));
    table.insert("names", listOf(checkpoint.model, [](const auto &named) { return IValue(named.first); }));
    table.insert("attributes", bytesOf(checkpoint.attributes));
    table.insert("model_sha256", checkpoint.modelSha256);
    table.insert("data", checkpoint.data);
    table.insert("optimizer", bytesOf(checkpoint.optimizer));
    table.insert("optimizer_kind", checkpoint.optimizerKind);
    table.insert("schedule", scheduleValue(checkpoint.schedule));
    table.insert("random", listOf(checkpoint.random, [](const at::Tensor &state) { return IValue(state); }));
    table.insert("place", placeValue(checkpoint.progress, checkpoint.ticks));
    table.insert("epoch_loss", checkpoint.progress.epochLoss);
    table.insert("pushes", listOf(checkpoint.progress.pushes, pushValue));
    table.insert("watchers", toIValue(lensboard::valueOf(checkpoint.watchers)));
    table.insert("run", checkpoint.runCreated);
    writeTorchFile(path, table);
}

Checkpoint readCheckpoint(const std::filesystem::path &path)
{
    const IValue value = readTorchFile(path);
    const auto fail = [&path](const record::Message &what) -> record::Error {
        return record::Error(record::message("%1: %2", path.string(), what));
    };
    if (!value.isGenericDict() || !value.toGenericDict().contains(kFormatKey))
        throw fail(record::message("is no checkpoint of a training"));
    try {
        const Table table = value.toGenericDict();
        if (table.at(kFormatKey).toInt() > kFormat)
            throw fail(record::message("was written by a newer Lensboard; open it with that"));
        return checkpointOf(table);
    } catch (const std::bad_variant_access &) {
        throw fail(record::message("is damaged: something in it is of another kind than expected"));
    } catch (const c10::Error &) {
        throw fail(record::message("is damaged: something in it is of another kind than expected"));
    } catch (const std::out_of_range &) {
        throw fail(record::message("is damaged: something in it is missing or out of range"));
    }
}

session::CheckpointInfo readCheckpointInfo(const std::filesystem::path &path)
{
    const Checkpoint checkpoint = readCheckpoint(path);
    return {checkpoint.experiment, checkpoint.modelSha256, checkpoint.progress.step, checkpoint.ticks.tick, checkpoint.runCreated};
}

} // namespace lensboard::training
