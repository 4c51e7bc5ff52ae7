#include "core/loop/saved_watchers.h"

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/tensor/library.h"

#include <array>
#include <stdexcept>
#include <utility>

namespace lensboard {

namespace {

using Table = Value::Table;
using List = Value::List;

constexpr std::int64_t kFormat = 1;
constexpr const char *kFormatKey = "lensboard_inspector";
constexpr const char *kRequested = "ordered";
// Missing in states of older versions.
constexpr const char *kRun = "run";
constexpr const char *kShapes = "shapes";

using Count = std::pair<const char *, std::int64_t LoopState::*>;
constexpr std::array kCounts = {Count{"ticks", &LoopState::ticks}, Count{"steps", &LoopState::steps}, Count{"samples", &LoopState::samples},
                                Count{"epoch", &LoopState::epoch}, Count{"training_losses", &LoopState::trainingLosses}};

Value valueOf(const lens::SavedLens &watcher)
{
    Table counts, tensors;
    for (const auto &[name, count] : watcher.state.counts)
        counts.emplace_back(name, count);
    for (const auto &[name, tensor] : watcher.state.tensors)
        tensors.emplace_back(name, tensor);
    return Table{{"name", watcher.name}, {"settings", watcher.settings}, {"counts", counts}, {"tensors", tensors}};
}

lens::SavedLens savedWatcherOf(const Value &table)
{
    lens::SavedLens watcher{table.at("name").as<std::string>(), table.at("settings").as<std::string>(), {}};
    for (const auto &[name, count] : table.at("counts").as<Table>())
        watcher.state.counts[name] = count.as<std::int64_t>();
    for (const auto &[name, tensor] : table.at("tensors").as<Table>())
        watcher.state.tensors.emplace_back(name, tensor.as<Tensor>());
    return watcher;
}

Value valueOf(const LensChoice &watcher)
{
    return Table{{"kind", watcher.kind}, {"settings", watcher.settings}};
}

LensChoice choiceOf(const Value &table)
{
    return {table.at("kind").as<std::string>(), table.at("settings").as<std::string>()};
}

template <typename Item>
List listOf(const std::vector<Item> &items)
{
    List list;
    for (const Item &item : items)
        list.push_back(valueOf(item));
    return list;
}

Value valueOf(const ParameterShapes &shapes)
{
    Table table;
    for (const auto &[name, sizes] : shapes)
        table.emplace_back(name, sizes);
    return table;
}

ParameterShapes shapesOf(const Value &table)
{
    ParameterShapes shapes;
    for (const auto &[name, sizes] : table.as<Table>())
        for (const Value &size : sizes.as<List>())
            shapes[name].push_back(size.as<std::int64_t>());
    return shapes;
}

LoopState loopStateOf(const Value &table)
{
    LoopState state;
    for (const auto &[name, count] : kCounts)
        if ((state.*count = table.at(name).as<std::int64_t>()) < 0)
            throw std::out_of_range(name);
    for (const auto &[name, isOn] : table.at("enabled").as<Table>())
        state.enabled[name] = isOn.as<bool>();
    if (const Value *requested = table.find(kRequested))
        for (const Value &watcher : requested->as<List>())
            state.requested.push_back(choiceOf(watcher));
    for (const auto &[name, watchers] : table.at("models").as<Table>())
        state.models[name].watchers = savedWatchersOf(watchers);
    if (const Value *created = table.find(kRun))
        state.runCreated = created->as<double>();
    if (const Value *shapes = table.find(kShapes))
        for (const auto &[name, ofModel] : shapes->as<Table>())
            state.models[name].shapes = shapesOf(ofModel);
    return state;
}

void requirePath(const std::filesystem::path &path)
{
    if (path.empty())
        throw record::InvalidArgument(record::message("the path of the state is empty; expected that of a file, as my.state.pt"));
}

} // namespace

Value valueOf(const std::vector<lens::SavedLens> &watchers)
{
    return listOf(watchers);
}

std::vector<lens::SavedLens> savedWatchersOf(const Value &value)
{
    std::vector<lens::SavedLens> watchers;
    for (const Value &watcher : value.as<List>())
        watchers.push_back(savedWatcherOf(watcher));
    return watchers;
}

void writeLoopState(const std::filesystem::path &path, const LoopState &state)
{
    requirePath(path);
    Table table{{kFormatKey, kFormat}, {kRun, state.runCreated}}, enabled, models, shapes;
    for (const auto &[name, count] : kCounts)
        table.emplace_back(name, state.*count);
    for (const auto &[name, isOn] : state.enabled)
        enabled.emplace_back(name, isOn);
    for (const auto &[name, model] : state.models) {
        models.emplace_back(name, valueOf(model.watchers));
        if (model.shapes)
            shapes.emplace_back(name, valueOf(*model.shapes));
    }
    table.emplace_back("enabled", enabled);
    if (!state.requested.empty())
        table.emplace_back(kRequested, listOf(state.requested));
    table.emplace_back("models", models);
    table.emplace_back(kShapes, shapes);
    Library::current().save(path, table);
}

LoopState readLoopState(const std::filesystem::path &path)
{
    requirePath(path);
    const Value value = Library::current().load(path);
    const auto fail = [&path](const record::Message &what) {
        return record::Error(record::message("%1: %2", path.string(), what));
    };
    if (!value.isTable() || !value.find(kFormatKey))
        throw fail(record::message("is no state of an Inspector"));
    try {
        if (value.at(kFormatKey).as<std::int64_t>() > kFormat)
            throw fail(record::message("was written by a newer Lensboard; open it with that"));
        return loopStateOf(value);
    } catch (const std::bad_variant_access &) {
        throw fail(record::message("is damaged: something in it is of another kind than expected"));
    } catch (const std::out_of_range &) {
        throw fail(record::message("is damaged: something in it is missing or out of range"));
    }
}

} // namespace lensboard
