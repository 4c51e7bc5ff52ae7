#include "core/export/json_lines_export.h"

#include "core/export/exported_part.h"
#include "core/export/part_file.h"
#include "core/record/text_number.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace lensboard::exports {

namespace {

std::string jsonNumber(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "Infinity" : "-Infinity";
    const std::string text = record::numberText(value);
    return text == "-0" ? "-0.0" : text; // readers take it for an integer, which has one zero
}

/// By series, `, "tag/layer/label": `
std::vector<std::string> keys(const ExportedPart &part)
{
    std::vector<std::string> names;
    for (const std::uint32_t index : part.series()) {
        const record::SeriesSpec &series = part.whole().series[index];
        names.push_back(part.tags().at(series.tag).name + '/' + series.layer + '/' + series.label);
    }
    names = distinct(std::move(names));
    std::vector<std::string> keys(part.whole().series.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        keys[part.series()[i]] = ", " + nlohmann::json(names[i]).dump() + ": ";
    return keys;
}

std::string line(const record::Frame &frame, const std::vector<std::string> &keys)
{
    const record::TickStamp &stamp = frame.stamp;
    std::string text = "{\"tick\": " + std::to_string(stamp.tick) + ", \"epoch\": " + std::to_string(stamp.epoch)
                     + ", \"step\": " + std::to_string(stamp.step) + ", \"samples\": " + std::to_string(stamp.samples);
    if (stamp.wallSeconds != 0)
        text += ", \"wall_time\": " + jsonNumber(stamp.wallSeconds);
    for (const auto &[series, value] : frame.values)
        text += keys[series] + jsonNumber(value);
    return text + "}\n";
}

} // namespace

void exportJsonLines(const store::Run &run, const store::Selection &selection, const std::filesystem::path &path,
                     record::Progress &progress)
{
    PartFile file(path);
    const ExportedPart part(run, selection, progress);
    const std::vector<std::string> names = keys(part);
    const bool isWhole = part.forEachBlock(part.series(), [&](const std::vector<record::Frame> &frames) {
        for (const record::Frame &frame : frames)
            file.write(line(frame, names));
    });
    if (isWhole)
        file.commit();
}

} // namespace lensboard::exports
