#include "core/loop/saved_watchers.h"

#include "core/model/torch_file.h"
#include "core/record/message.h"

#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <ATen/core/ivalue.h>

#include <array>
#include <stdexcept>
#include <utility>

namespace lensboard {

namespace {

using c10::IValue;
using Table = c10::impl::GenericDict;
using List = c10::impl::GenericList;

constexpr std::int64_t kFormat = 1;
constexpr const char *kFormatKey = "lensboard_inspector";
constexpr const char *kOrdered = "ordered";
// Older states have neither.
constexpr const char *kRun = "run";
constexpr const char *kShapes = "shapes";

using Count = std::pair<const char *, std::int64_t LoopState::*>;
constexpr std::array kCounts = {Count{"ticks", &LoopState::ticks}, Count{"steps", &LoopState::steps}, Count{"samples", &LoopState::samples},
                                Count{"epoch", &LoopState::epoch}, Count{"training_losses", &LoopState::trainingLosses}};

Table emptyTable()
{
    return Table(c10::StringType::get(), c10::AnyType::get());
}

IValue valueOf(const lens::SavedLens &watcher)
{
    Table table = emptyTable();
    table.insert("name", watcher.name);
    table.insert("settings", watcher.settings);
    Table counts = emptyTable();
    for (const auto &[name, count] : watcher.state.counts)
        counts.insert(name, count);
    table.insert("counts", counts);
    table.insert("tensors", model::stateDict(watcher.state.tensors));
    return table;
}

lens::SavedLens savedWatcherOf(const Table &table)
{
    lens::SavedLens watcher{table.at("name").toStringRef(), table.at("settings").toStringRef(), {}};
    for (const auto &entry : table.at("counts").toGenericDict())
        watcher.state.counts[entry.key().toStringRef()] = entry.value().toInt();
    for (const auto &entry : table.at("tensors").toGenericDict())
        watcher.state.tensors.emplace_back(entry.key().toStringRef(), entry.value().toTensor());
    return watcher;
}

IValue valueOf(const LensChoice &watcher)
{
    Table table = emptyTable();
    table.insert("kind", watcher.kind);
    table.insert("settings", watcher.settings);
    return table;
}

LensChoice choiceOf(const Table &table)
{
    return {table.at("kind").toStringRef(), table.at("settings").toStringRef()};
}

template <typename Item>
List listOf(const std::vector<Item> &items)
{
    List list(c10::AnyType::get());
    for (const Item &item : items)
        list.push_back(valueOf(item));
    return list;
}

IValue valueOf(const ParameterShapes &shapes)
{
    Table table = emptyTable();
    for (const auto &[name, sizes] : shapes)
        table.insert(name, sizes);
    return table;
}

ParameterShapes shapesOf(const Table &table)
{
    ParameterShapes shapes;
    for (const auto &entry : table)
        for (const IValue &size : entry.value().toListRef())
            shapes[entry.key().toStringRef()].push_back(size.toInt());
    return shapes;
}

LoopState loopStateOf(const Table &table)
{
    LoopState state;
    for (const auto &[name, count] : kCounts)
        if ((state.*count = table.at(name).toInt()) < 0)
            throw std::out_of_range(name);
    for (const auto &entry : table.at("enabled").toGenericDict())
        state.enabled[entry.key().toStringRef()] = entry.value().toBool();
    if (table.contains(kOrdered)) {
        const IValue ordered = table.at(kOrdered);
        for (const IValue &watcher : ordered.toListRef())
            state.ordered.push_back(choiceOf(watcher.toGenericDict()));
    }
    for (const auto &entry : table.at("models").toGenericDict())
        state.models[entry.key().toStringRef()].watchers = savedWatchersOf(entry.value());
    if (table.contains(kRun))
        state.runCreated = table.at(kRun).toDouble();
    if (table.contains(kShapes))
        for (const auto &entry : table.at(kShapes).toGenericDict())
            state.models[entry.key().toStringRef()].shapes = shapesOf(entry.value().toGenericDict());
    return state;
}

void requirePath(const std::filesystem::path &path)
{
    if (path.empty())
        throw std::invalid_argument(record::message("the path of the state is empty; expected that of a file, as my.state.pt"));
}

} // namespace

IValue valueOf(const std::vector<lens::SavedLens> &watchers)
{
    return listOf(watchers);
}

std::vector<lens::SavedLens> savedWatchersOf(const IValue &value)
{
    std::vector<lens::SavedLens> watchers;
    for (const IValue &watcher : value.toListRef())
        watchers.push_back(savedWatcherOf(watcher.toGenericDict()));
    return watchers;
}

void writeLoopState(const std::filesystem::path &path, const LoopState &state)
{
    requirePath(path);
    Table table = emptyTable();
    table.insert(kFormatKey, kFormat);
    for (const auto &[name, count] : kCounts)
        table.insert(name, state.*count);
    table.insert(kRun, state.runCreated);
    Table enabled = emptyTable(), models = emptyTable(), shapes = emptyTable();
    for (const auto &[name, isOn] : state.enabled)
        enabled.insert(name, isOn);
    for (const auto &[name, model] : state.models) {
        models.insert(name, valueOf(model.watchers));
        if (model.shapes)
            shapes.insert(name, valueOf(*model.shapes));
    }
    table.insert("enabled", enabled);
    if (!state.ordered.empty())
        table.insert(kOrdered, listOf(state.ordered));
    table.insert("models", models);
    table.insert(kShapes, shapes);
    model::writeTorchFile(path, table);
}

LoopState readLoopState(const std::filesystem::path &path)
{
    requirePath(path);
    const IValue value = model::readTorchFile(path);
    const auto fail = [&path](const std::string &what) {
        return std::runtime_error(record::message("%1: %2", path.string(), what));
    };
    if (!value.isGenericDict() || !value.toGenericDict().contains(kFormatKey))
        throw fail(record::message("is no state of an Inspector"));
    try {
        const Table table = value.toGenericDict();
        if (table.at(kFormatKey).toInt() > kFormat)
            throw fail(record::message("was written by a newer Lensboard; open it with that"));
        return loopStateOf(table);
    } catch (const c10::Error &) {
        throw fail(record::message("is damaged: something in it is of another kind than expected"));
    } catch (const std::out_of_range &) {
        throw fail(record::message("is damaged: something in it is missing or out of range"));
    }
}

} // namespace lensboard
