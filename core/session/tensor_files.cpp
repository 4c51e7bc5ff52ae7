#include "core/session/tensor_files.h"

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/session/engine_loader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace lensboard::session {

namespace fs = std::filesystem;

namespace {

struct TensorSeries
{
    std::uint32_t id;
    record::SeriesSpec spec;
};

std::vector<TensorSeries> seriesOf(const store::Run &run, const std::string &tag)
{
    store::RunCursor cursor;
    const store::RunChanges all = run.since(cursor);
    const auto found = std::find_if(all.tags.begin(), all.tags.end(), [&tag](const auto &known) { return known.second.name == tag; });
    if (found == all.tags.end() || found->second.kind != record::TagKind::Tensors)
        throw record::Error(record::message("the run has no tensors called \"%1\"", tag));
    std::vector<TensorSeries> series;
    for (std::uint32_t id = 0; id < all.series.size(); ++id)
        if (all.series[id].tag == found->first && all.series[id].role == record::SeriesRole::Tensor)
            series.push_back({id, all.series[id]});
    if (series.empty())
        throw record::Error(record::message("nothing was recorded under \"%1\"", tag));
    return series;
}

void writeText(const fs::path &path, const std::string &text)
{
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (!file)
        throw record::Error(record::message("%1: cannot be written", path.string()));
}

} // namespace

std::vector<fs::path> saveTensors(const store::Run &run, const std::string &tag, const fs::path &folder, const FilesReport &report)
{
    const std::vector<TensorSeries> all = seriesOf(run, tag);
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw record::Error(record::message("%1: cannot be made: %2", folder.string(), record::systemError(error.value())));
    std::vector<fs::path> written;
    nlohmann::ordered_json index = nlohmann::ordered_json::array();
    for (const auto &[series, spec] : all) {
        if (report)
            report(written.size(), all.size());
        nlohmann::ordered_json ticks = nlohmann::ordered_json::array();
        TensorList tensors;
        for (const store::TensorPlace &place : run.tensorPlaces(series))
            if (auto tensor = run.tensor(series, place.frame)) {
                ticks.push_back({{"tick", place.stamp.tick}, {"epoch", place.stamp.epoch}, {"step", place.stamp.step}});
                tensors.push_back(std::move(tensor));
            }
        const std::string name = std::to_string(written.size()) + ".pt";
        writeTensors(folder / name, tensors);
        written.push_back(folder / name);
        index.push_back({{"file", name}, {"layer", spec.layer}, {"of", spec.label}, {"tensors", std::move(ticks)}});
    }
    writeText(folder / "index.json", nlohmann::ordered_json{{"tag", tag}, {"files", std::move(index)}}.dump(2) + '\n');
    written.push_back(folder / "index.json");
    return written;
}

} // namespace lensboard::session
