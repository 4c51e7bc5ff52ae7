#include "core/import/tools/trackio_importer.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/tables/date_time.h"
#include "core/import/tables/flat_json.h"
#include "core/import/tables/stamp_field.h"
#include "core/import/tensorboard/hyperparameters.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <functional>

namespace lensboard::imports {

using record::message;
using record::RunEvent;

namespace {

constexpr std::string_view kTypeKey = "/_type";

/// Returns the keys of objects with a type, such as pictures and tables: their numbers are not measurements.
std::set<std::string> objectsWithTypes(const FlatJson &object)
{
    std::set<std::string> names;
    for (const auto &[name, text] : object.texts)
        if (name.ends_with(kTypeKey))
            names.insert(name.substr(0, name.size() - kTypeKey.size() + 1));
    return names;
}

std::size_t contentOf(const TrackioDatabase::Row &row)
{
    return std::hash<std::string>()(row.run + '\n' + row.timestamp + '\n' + std::to_string(row.step) + '\n' + row.metrics);
}

bool isWithin(const std::set<std::string> &objects, const std::string &name)
{
    return std::any_of(objects.begin(), objects.end(), [&](const std::string &object) { return name.starts_with(object); });
}

} // namespace

void TrackioImporter::readNews(ReadProgress &progress, bool isFirst)
{
    TrackioDatabase database(m_file);
    const bool hasLast = m_lastRow > 0;
    readOn(
        hasLast, progress, [&](const auto &row) { database.readRows(hasLast ? m_lastRow - 1 : 0, m_names, progress.stop, row); },
        [&](const TrackioDatabase::Row &row) { return row.id == m_lastRow && contentOf(row) == m_lastContent; },
        [&](const TrackioDatabase::Row &row) {
            m_lastRow = row.id;
            m_lastContent = contentOf(row);
            if (row.run == m_name)
                readRow(row);
        });
    readDetails(database, isFirst);
}

void TrackioImporter::readRow(const TrackioDatabase::Row &row)
{
    FlatJson object;
    try {
        object = flatJson(row.metrics);
    } catch (const FlatJsonError &error) {
        m_out.report(RunEvent::Kind::Warning, row.step, "row", message("row %1 %2: it is left out", row.id, record::messageOf(error)));
        return;
    }
    record::TickStamp stamp = stampAt(StampField::Step, row.step);
    stamp.wallSeconds = secondsOfDate(row.timestamp).value_or(0);
    const std::set<std::string> objects = objectsWithTypes(object);
    for (const auto &[name, value] : object.numbers)
        if (name == "epoch")
            setStamp(stamp, StampField::Epoch, value);
    for (const auto &[name, value] : object.numbers)
        if (name != "epoch" && !isWithin(objects, name))
            m_values.add(stamp, name, value);
    for (const auto &[name, text] : object.texts)
        if (name.ends_with(kTypeKey) || !isWithin(objects, name))
            passOver(name, text, row);
    for (const std::string &name : object.skipped)
        if (!isWithin(objects, name))
            passOver(name, "[…]", row);
}

void TrackioImporter::passOver(const std::string &name, const record::Message &what, const TrackioDatabase::Row &row)
{
    m_out.report(RunEvent::Kind::Notice, row.step, "skipped " + name,
                 message("row %1: \"%2\" is no number, and skipped: \"%3\"", row.id, bytes::clipped(name), bytes::clipped(what)));
}

void TrackioImporter::readDetails(TrackioDatabase &database, bool isFirst)
{
    if (const std::uint64_t rows = database.systemRows(m_name); rows > 0 && isFirst)
        m_out.report(RunEvent::Kind::Notice, 0, "system", message("rows of machine measurements are skipped, since they have no steps: %1", rows));
    const std::string config = database.config(m_name);
    if (config == m_config)
        return;
    m_config = config;
    std::map<std::string, std::string> settings;
    try {
        const FlatJson object = flatJson(config);
        settings.insert(object.texts.begin(), object.texts.end());
        for (const auto &[name, value] : object.numbers)
            settings.emplace(name, record::numberText(value));
    } catch (const FlatJsonError &error) {
        m_out.report(RunEvent::Kind::Warning, 0, "config", message("the configuration %1", record::messageOf(error)));
    }
    m_out.update([&](record::RunInfo &info) { info.experiment = hyperparameterText(settings); });
}

} // namespace lensboard::imports
