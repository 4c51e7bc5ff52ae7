#include "core/export/csv_export.h"

#include "core/export/exported_part.h"
#include "core/export/part_file.h"
#include "core/record/message.h"
#include "core/record/text_number.h"

#include <memory>

namespace lensboard::exports {

namespace fs = std::filesystem;

namespace {

std::string quoted(const std::string &text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string result = "\"";
    for (const char c : text)
        result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + '"';
}

std::string header(const ExportedPart &part, const std::vector<std::uint32_t> &series)
{
    std::vector<std::string> names;
    for (const std::uint32_t index : series)
        names.push_back(part.whole().series[index].layer + '/' + part.whole().series[index].label);
    std::string text = "tick,epoch,step,samples,wall_time";
    for (const std::string &name : distinct(std::move(names)))
        text += ',' + quoted(name);
    return text + '\n';
}

std::string row(const record::Frame &frame, const std::vector<std::uint32_t> &series)
{
    const record::TickStamp &stamp = frame.stamp;
    std::string text = std::to_string(stamp.tick) + ',' + std::to_string(stamp.epoch) + ',' + std::to_string(stamp.step) + ','
                     + std::to_string(stamp.samples) + ',' + (stamp.wallSeconds != 0 ? record::numberText(stamp.wallSeconds) : std::string());
    auto value = frame.values.begin();
    for (const std::uint32_t index : series) {
        text += ',';
        if (value != frame.values.end() && value->series == index)
            text += record::numberText((value++)->value);
    }
    return text + '\n';
}

/// False if a stop was requested.
bool writeTag(PartFile &out, const ExportedPart &part, std::uint32_t tag)
{
    const std::vector<std::uint32_t> series = part.seriesOf(tag);
    out.write(header(part, series));
    const bool isWhole = part.forEachBlock(series, [&](const std::vector<record::Frame> &frames) {
        for (const record::Frame &frame : frames)
            out.write(row(frame, series));
    });
    out.close();
    return isWhole;
}

} // namespace

std::vector<fs::path> exportCsv(const store::Run &run, const store::Selection &selection, const fs::path &folder,
                                record::Progress &progress)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw ExportError(folder, record::message("cannot be created: %1", error.message()));
    const ExportedPart part(run, selection, progress);
    std::vector<std::string> stems;
    for (const auto &[index, tag] : part.tags())
        stems.push_back(fileStem(tag.name));
    stems = distinct(std::move(stems));
    std::vector<std::unique_ptr<PartFile>> parts;
    for (const auto &[index, tag] : part.tags()) {
        parts.push_back(std::make_unique<PartFile>(folder / (stems[parts.size()] + ".csv")));
        if (!writeTag(*parts.back(), part, index))
            return {};
    }
    std::vector<fs::path> files;
    for (const auto &file : parts) {
        file->commit();
        files.push_back(file->path());
    }
    return files;
}

} // namespace lensboard::exports
