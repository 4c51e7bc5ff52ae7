#include "core/import/tools/folder_runs.h"

#include "core/import/tables/json_lines_importer.h"
#include "core/import/tools/dvclive_importer.h"
#include "core/import/tools/mlflow/mlflow_folder.h"
#include "core/import/tools/wandb/old_wandb_folder.h"
#include "core/import/tools/sacred_importer.h"
#include "core/record/message.h"

#include <algorithm>
#include <array>

namespace lensboard::imports {

namespace fs = std::filesystem;

namespace {

/// A tool that writes a folder of files per run.
struct Tool
{
    std::string_view marker; ///< name of a file that each run has
    bool (*isRun)(const fs::path &folder);
    std::unique_ptr<Importer> (*values)(const fs::path &folder);
    FolderDetails (*details)(const fs::path &folder);
};

const std::array kTools = {
    Tool{"run.json", isSacredRun, [](const fs::path &folder) -> std::unique_ptr<Importer> { return std::make_unique<SacredImporter>(folder / "metrics.json"); }, sacredDetails},
    Tool{"metrics.json", isDvcliveRun, [](const fs::path &folder) -> std::unique_ptr<Importer> { return std::make_unique<DvcliveImporter>(folder); }, dvcliveDetails},
    Tool{kOldWandbHistory, [](const fs::path &) { return true; },
         [](const fs::path &folder) -> std::unique_ptr<Importer> { return std::make_unique<JsonLinesImporter>(folder / kOldWandbHistory); }, oldWandbDetails}};

const Tool *toolOf(const fs::path &folder)
{
    std::error_code unknown;
    const auto found = std::ranges::find_if(kTools, [&](const Tool &tool) { return fs::is_regular_file(folder / tool.marker, unknown) && tool.isRun(folder); });
    return found == kTools.end() ? nullptr : &*found;
}

} // namespace

bool marksFolderRun(std::string_view fileName)
{
    return std::ranges::find(kTools, fileName, &Tool::marker) != kTools.end();
}

bool isFolderRun(const fs::path &folder)
{
    return toolOf(folder) != nullptr;
}

std::unique_ptr<Importer> folderImporter(const fs::path &folder)
{
    const Tool *const tool = toolOf(folder);
    if (!tool)
        throw ImportError(folder, record::message("is not there"));
    return std::make_unique<FolderImporter>(folder, tool->values(folder), tool->details);
}

std::vector<fs::path> filesOfFolderRun(const fs::path &folder)
{
    std::vector<fs::path> files;
    for (const auto &[name, file] : filesByName(folder))
        if (name.ends_with(".json") || name.ends_with(".jsonl") || name.ends_with(".yaml") || name.ends_with(".tsv"))
            files.push_back(file);
    return files;
}

record::Message whyNoAimRun(const fs::path &folder)
{
    constexpr const char *kRepository = ".aim";
    std::error_code unknown;
    const fs::path repository = folder.filename() == kRepository ? folder : folder / kRepository;
    if (!fs::is_regular_file(repository / "run_metadata.sqlite", unknown) || !fs::is_directory(repository / "seqs", unknown))
        return {};
    return record::message("is a repository of Aim and cannot be read. Export the metrics from Aim as CSV (the manual has the commands under Runs) and open that file");
}

} // namespace lensboard::imports
