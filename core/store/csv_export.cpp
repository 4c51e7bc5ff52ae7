#include "core/store/csv_export.h"

#include "core/record/text_number.h"
#include "core/store/run.h"

#include <cctype>
#include <fstream>
#include <limits>
#include <map>
#include <stdexcept>

namespace lensboard::store {

namespace fs = std::filesystem;

namespace {

std::string fileName(const std::string &tag)
{
    std::string name;
    for (const char c : tag)
        name += std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::tolower(c)) : '_';
    return name + ".csv";
}

std::string quoted(const std::string &text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string result = "\"";
    for (const char c : text)
        result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + '"';
}

void writeTag(std::ostream &out, std::uint32_t tag, const Run &run, const RunChanges &all)
{
    std::vector<std::vector<std::string>> cells(all.lastFrame); // of frames that measured the tag
    std::size_t columns = 0;
    out << "tick,epoch,step,samples,wall_time";
    for (std::uint32_t i = 0; i < all.series.size(); ++i) {
        if (all.series[i].tag != tag)
            continue;
        out << ',' << quoted(all.series[i].layer + '/' + all.series[i].label);
        ++columns;
        for (const PlacedValue &placed : run.values(i, 0, std::numeric_limits<std::size_t>::max())) {
            if (placed.frame >= cells.size())
                break; // measured since
            cells[placed.frame].resize(columns);
            cells[placed.frame].back() = record::numberText(placed.value);
        }
    }
    out << '\n';
    const auto ticks = run.ticks(0, all.lastFrame);
    for (std::size_t frame = 0; frame < ticks.size(); ++frame) {
        if (cells[frame].empty())
            continue;
        cells[frame].resize(columns);
        const record::TickStamp &stamp = ticks[frame];
        out << stamp.tick << ',' << stamp.epoch << ',' << stamp.step << ',' << stamp.samples << ','
            << record::numberText(stamp.wallSeconds);
        for (const std::string &cell : cells[frame])
            out << ',' << cell;
        out << '\n';
    }
}

} // namespace

std::vector<fs::path> exportCsv(const Run &run, const fs::path &folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw std::runtime_error(folder.string() + ": cannot be created: " + error.message());
    RunCursor cursor;
    const RunChanges all = run.since(cursor);
    std::map<std::uint32_t, std::string> tags;
    for (const auto &[index, tag] : all.tags)
        tags[index] = tag.name;
    std::vector<fs::path> files;
    for (const auto &[index, name] : tags) {
        files.push_back(folder / fileName(name));
        std::ofstream out(files.back(), std::ios::binary);
        out.imbue(std::locale::classic());
        writeTag(out, index, run, all);
        out.flush();
        if (!out)
            throw std::runtime_error(files.back().string() + ": cannot be written; check space and permissions");
    }
    return files;
}

} // namespace lensboard::store
