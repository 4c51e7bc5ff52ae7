#include "core/import/tools/folder_importer.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/run_appender.h"
#include "core/import/tensorboard/hyperparameters.h"
#include "core/store/columns/run_store.h"
#include "core/store/run_names.h"

namespace lensboard::imports {

FolderImporter::FolderImporter(std::filesystem::path folder, std::unique_ptr<Importer> values, ReadDetails details)
    : m_folder(std::move(folder)), m_values(std::move(values)), m_details(std::move(details))
{}

bool FolderImporter::read(store::RunStore &run, ReadProgress &progress)
{
    const bool isNew = m_values->read(run, progress);
    record::RunInfo info = detailed(run.info());
    if (!std::exchange(m_isNamed, true)) // only once, because the user may rename the run
        info.name = store::runName(m_folder);
    if (info == run.info())
        return isNew;
    run.update([&](record::RunInfo &changed) { changed = info; });
    return true;
}

record::RunInfo FolderImporter::detailed(record::RunInfo info) const
{
    const FolderDetails details = m_details(m_folder);
    if (details.createdSeconds > 0)
        info.createdSeconds = details.createdSeconds;
    info.experiment = hyperparameterText(details.settings);
    info.status = details.status.value_or(info.status);
    RunAppender::clearDetails(info);
    for (const auto &[name, text] : details.environment)
        info.environment.emplace_back(bytes::clipped(name, RunAppender::kMaxNameBytes), bytes::clipped(text, RunAppender::kMaxNameBytes));
    return info;
}

} // namespace lensboard::imports
