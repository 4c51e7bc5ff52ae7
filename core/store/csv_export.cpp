#include "core/store/csv_export.h"

#include "core/record/text_number.h"
#include "core/store/run.h"

#include <cctype>
#include <fstream>
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

void writeTag(std::ostream &out, std::uint32_t tag, const RunChanges &run)
{
    std::vector<std::size_t> columnOf(run.series.size(), 0);
    std::size_t columns = 0;
    out << "tick,epoch,step,samples,wall_time";
    for (std::size_t i = 0; i < run.series.size(); ++i)
        if (run.series[i].tag == tag) {
            columnOf[i] = ++columns;
            out << ',' << quoted(run.series[i].layer + '/' + run.series[i].label);
        }
    out << '\n';
    std::vector<std::string> cells(columns);
    for (const auto &frame : run.frames) {
        bool measured = false;
        for (const auto &[series, value] : frame->values)
            if (columnOf[series]) {
                cells[columnOf[series] - 1] = record::numberText(value);
                measured = true;
            }
        if (!measured)
            continue;
        const record::TickStamp &stamp = frame->stamp;
        out << stamp.tick << ',' << stamp.epoch << ',' << stamp.step << ',' << stamp.samples << ','
            << record::numberText(stamp.wallSeconds);
        for (std::string &cell : cells) {
            out << ',' << cell;
            cell.clear();
        }
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
        writeTag(out, index, all);
        out.flush();
        if (!out)
            throw std::runtime_error(files.back().string() + ": cannot be written; check space and permissions");
    }
    return files;
}

} // namespace lensboard::store
