#pragma once

#include "core/import/importer.h"
#include "core/record/flat_name.h"
#include "core/record/text_number.h"
#include "tests/support/made_run.h"

#include <QFile>
#include <QStringList>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <map>

namespace lensboard::test {

/// Content of a run in comparable form, independent of the order of commits.
struct ImportedRun
{
    std::map<std::string, record::TagSpec> tags;
    std::map<std::string, std::map<std::int64_t, std::string>> values; ///< as text; by "tag|layer|label|role" and step
    std::map<std::int64_t, record::TickStamp> stamps;
    std::vector<record::RunEvent> events;
    record::RunInfo info;

    explicit ImportedRun(const store::Run &run)
    {
        const store::RunChanges all = whole(run);
        std::vector<std::string> tagNames(all.tags.size());
        for (const auto &[index, tag] : all.tags) {
            tags[tag.name] = tag;
            tagNames.resize(std::max<std::size_t>(tagNames.size(), index + 1));
            tagNames[index] = tag.name;
        }
        std::vector<std::string> names;
        for (const record::SeriesSpec &series : all.series) {
            static constexpr const char *kRoles[] = {"line", "low", "high", "histogram"};
            names.push_back(tagNames[series.tag] + '|' + series.layer + '|' + series.label + '|' + kRoles[static_cast<int>(series.role)]);
        }
        for (const record::Frame &frame : frames(run))
            for (const auto &[series, value] : frame.values) {
                values[names[series]][frame.stamp.step] = record::numberText(value);
                stamps[frame.stamp.step] = frame.stamp;
            }
        events = all.events;
        info = run.info();
    }

    std::string value(const std::string &series, std::int64_t step) const
    {
        const auto known = values.find(series);
        if (known == values.end())
            return "no series";
        const auto at = known->second.find(step);
        return at == known->second.end() ? "no value" : at->second;
    }
    /// Returns the text of the first event that contains \p part, or an empty string.
    std::string told(const std::string &part) const
    {
        for (const record::RunEvent &event : events)
            if (event.text.find(part) != std::string::npos)
                return event.text;
        return {};
    }
    std::size_t valueCount() const
    {
        std::size_t count = 0;
        for (const auto &[name, series] : values)
            count += series.size();
        return count;
    }
    bool sameValues(const ImportedRun &other) const
    {
        return tags == other.tags && values == other.values && stamps == other.stamps;
    }
};

/// Returns the values of each series by its name in the file: "loss 1=2 2=1.5; acc 1=0.5".
inline QString transcript(const store::Run &run)
{
    const store::RunChanges all = whole(run);
    std::map<std::string, std::string> lines;
    for (std::uint32_t i = 0; i < all.series.size(); ++i) {
        const record::SeriesSpec &series = all.series[i];
        const auto tag = std::ranges::find(all.tags, series.tag, &std::pair<std::uint32_t, record::TagSpec>::first);
        std::string &line = lines[record::flatName(tag->second, series)];
        for (const auto &[stamp, value] : run.sampled(i, {record::Axis::Step, -INFINITY, INFINITY, 1}, 1'000'000))
            line += ' ' + std::to_string(stamp.step) + '=' + record::numberText(value);
    }
    QStringList text;
    for (const auto &[name, line] : lines)
        text << QString::fromStdString(name + line);
    return text.join("; ");
}

/// A file written piece by piece while it is imported.
class GrownFile
{
public:
    explicit GrownFile(const char *name) : m_path(m_folder.filePath(name).toStdString()) { write({}); }

    const std::filesystem::path &path() const { return m_path; }
    void write(std::string_view bytes) const { put(bytes, QIODevice::WriteOnly); }
    void append(std::string_view bytes) const { put(bytes, QIODevice::Append); }

private:
    void put(std::string_view bytes, QIODevice::OpenMode mode) const
    {
        QFile file(QString::fromStdString(m_path.string()));
        if (!file.open(mode) || file.write(bytes.data(), static_cast<qint64>(bytes.size())) != static_cast<qint64>(bytes.size()))
            qFatal("cannot write %s", m_path.c_str());
    }

    QTemporaryDir m_folder;
    std::filesystem::path m_path;
};

/// Reads the current content of \p importer's file.
inline ImportedRun imported(imports::Importer &importer)
{
    store::RunStore run;
    imports::ReadProgress progress;
    importer.read(run, progress);
    return ImportedRun(run);
}

} // namespace lensboard::test
