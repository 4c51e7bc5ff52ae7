#include "core/export/json_lines_export.h"

#include "core/bytes/part_file.h"
#include "core/bytes/valid_utf8.h"
#include "core/export/exported_part.h"
#include "core/record/export_form.h"
#include "core/record/flat_name.h"
#include "core/record/text_number.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace lensboard::exports {

namespace form = record::export_form;
using record::SeriesRole;

namespace {

std::string jsonNumber(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "Infinity" : "-Infinity";
    const std::string text = record::numberText(value);
    return text == "-0" ? "-0.0" : text; // readers take "-0" for an integer, and integers have one zero
}

std::string jsonNumbers(const std::vector<double> &values)
{
    std::string text;
    for (const double value : values)
        text += (text.empty() ? "" : ", ") + jsonNumber(value);
    return '[' + text + ']';
}

/// Writes a JSON object per tick and line.
class JsonLines
{
public:
    explicit JsonLines(const ExportedPart &part)
        : m_part(part), m_isForeign(std::all_of(part.tags().begin(), part.tags().end(), [](const auto &tag) { return tag.second.foreignName; }))
    {
        nameSeries();
    }

    std::string line(const ExportedTick &tick) const
    {
        std::string text = stampText(tick.stamp);
        for (auto value = tick.values.begin(); value != tick.values.end(); ++value) {
            const bool isHigh = m_highs.contains(value->series), isLow = m_highs.contains(value->series + 1);
            const bool isPair = isLow && std::next(value) != tick.values.end() && std::next(value)->series == value->series + 1;
            text += m_keys[value->series - (isHigh ? 1 : 0)];
            if (isPair) {
                text += "{\"low\": " + jsonNumber(value->value) + ", \"high\": ";
                text += jsonNumber((++value)->value) + '}';
            } else if (isLow || isHigh) {
                text += (isLow ? "{\"low\": " : "{\"high\": ") + jsonNumber(value->value) + '}';
            } else {
                text += jsonNumber(value->value);
            }
        }
        for (const ExportedHistogram &histogram : tick.histograms)
            text += m_keys[histogram.series] + "{\"edges\": " + jsonNumbers(histogram.buckets->edges)
                  + ", \"counts\": " + jsonNumbers(histogram.buckets->counts) + ", \"mean\": " + jsonNumber(histogram.mean)
                  + ", \"min\": " + jsonNumber(histogram.min) + ", \"max\": " + jsonNumber(histogram.max) + '}';
        return text + "}\n";
    }

    std::string line(const record::RunEvent &event) const
    {
        const auto logged = record::loggedText(event);
        const auto valid = [](const std::string &text) { return nlohmann::json(bytes::validUtf8(text)).dump(); };
        return stampText({event.step, 0, event.step, 0, event.wallSeconds}) + ", \"text\": {\"tag\": " + valid(logged->tag)
             + ", \"text\": " + valid(logged->text) + "}}\n";
    }

private:
    /// JSON text before each value, by series: `, "tag/layer/label": `
    void nameSeries()
    {
        std::vector<std::string> names, marks;
        std::vector<std::uint32_t> named;
        for (const std::uint32_t index : m_part.series()) {
            const record::SeriesSpec &spec = m_part.spec(index);
            if (spec.role == SeriesRole::BandHigh && !named.empty() && named.back() + 1 == index) {
                names.back() += form::kBand + spec.label;
                m_highs.insert(index);
                continue;
            }
            names.push_back(record::flatName(m_part.tags().at(spec.tag), spec));
            named.push_back(index);
        }
        const std::set<std::string> lines = namesOfLines(names, named);
        for (std::size_t i = 0; i < names.size(); ++i)
            marks.push_back(markOf(names[i], m_part.spec(named[i]).role, lines));
        names = distinct(std::move(names), marks);
        m_keys.resize(m_part.series().empty() ? 0 : m_part.series().back() + 1);
        for (std::size_t i = 0; i < names.size(); ++i)
            m_keys[named[i]] = ", " + nlohmann::json(names[i]).dump() + ": ";
    }

    std::set<std::string> namesOfLines(const std::vector<std::string> &names, const std::vector<std::uint32_t> &series) const
    {
        std::set<std::string> lines;
        for (std::size_t i = 0; i < names.size(); ++i)
            if (m_part.spec(series[i]).role != SeriesRole::Histogram)
                lines.insert(names[i]);
        return lines;
    }

    /// Other tools may have a series "epoch" or "step", too.
    static const char *markOf(const std::string &name, SeriesRole role, const std::set<std::string> &lines)
    {
        const bool isStamp = std::find(form::kStamp.begin(), form::kStamp.end(), name) != form::kStamp.end();
        if (role == SeriesRole::Histogram)
            return isStamp || lines.contains(name) || name.ends_with(form::kHistogram) ? form::kHistogram : "";
        return role == SeriesRole::Line && (isStamp || name == "text" || name.ends_with(form::kLine)) ? form::kLine : "";
    }

    std::string stampText(const record::TickStamp &stamp) const
    {
        const auto field = [](const char *name, std::int64_t number) { return '"' + std::string(name) + "\": " + std::to_string(number); };
        const std::string tick = field("tick", stamp.tick), epoch = field("epoch", stamp.epoch), step = field("step", stamp.step);
        const std::string place = m_isForeign ? step + ", " + tick + ", " + epoch : tick + ", " + epoch + ", " + step;
        const std::string wall = stamp.wallSeconds == 0 ? std::string() : ", \"wall_time\": " + jsonNumber(stamp.wallSeconds);
        return '{' + place + ", " + field("samples", stamp.samples) + wall;
    }

    const ExportedPart &m_part;
    bool m_isForeign;
    std::vector<std::string> m_keys;
    std::set<std::uint32_t> m_highs; ///< upper edges of bands, written together with the series before
};

} // namespace

void exportJsonLines(const store::Run &run, const store::Selection &selection, const std::filesystem::path &path,
                     record::Progress &progress)
{
    bytes::PartFile file(path);
    const ExportedPart part(run, selection, progress);
    const JsonLines lines(part);
    const std::vector<record::RunEvent> texts = part.texts();
    auto text = texts.begin();
    const bool isWhole = part.forEachBlock(part.series(), [&](const std::vector<ExportedTick> &ticks) {
        for (const ExportedTick &tick : ticks) {
            for (; text != texts.end() && text->step <= tick.stamp.step; ++text)
                file.write(lines.line(*text));
            file.write(lines.line(tick));
        }
    });
    for (; text != texts.end(); ++text)
        file.write(lines.line(*text));
    if (isWhole)
        file.commit();
}

} // namespace lensboard::exports
