#pragma once

#include "core/import/importer.h"
#include "core/import/tensorboard/added_scalars.h"
#include "core/record/run_info.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lensboard::imports {

class TensorboardEventDecoder;
class TensorboardRecordFile;
class TensorboardRun;

/// Reads a folder's event files (names with "tfevents"), or one. Sub-folders are other runs, unless add_scalars() made
/// them: then they are the labels of relations.
///
/// A scalar a/b/c is layer b/c of the tag a, one without "/" a big tag. A histogram is a series of buckets, its mean,
/// and the bands min - max and Q1 - Q3. Ticks are steps. What becomes of steps that are logged again, and of files that overlap, is
/// said at TensorboardRun. Text becomes events, hyperparameters the
/// run's experiment {"hparams": {...}}; anything else is counted and skipped.
class TensorboardImporter final : public Importer
{
public:
    /// \p source is a folder or an event file.
    explicit TensorboardImporter(std::filesystem::path source);
    ~TensorboardImporter() override;

    /// \p run is the same at each call.
    bool read(store::RunStore &run, ReadProgress &progress) override;

private:
    struct File;

    /// Errors: ImportError if there are none, SourceReplaced if one went.
    void findFiles();
    std::vector<std::filesystem::path> pathsThere();
    void startProgress(ReadProgress &progress) const;
    void readFile(File &file, ReadProgress &progress);
    void readBlock(File &file);
    record::RunStatus status() const;
    /// Problems as long as they last.
    std::string standingProblems() const;

    std::filesystem::path m_source;
    std::unique_ptr<TensorboardRun> m_run;
    std::unique_ptr<TensorboardEventDecoder> m_decoder;
    std::vector<std::unique_ptr<File>> m_files; ///< in the order in which they were found
    std::set<std::filesystem::path> m_known;    ///< theirs
    AddedScalars m_added;
};

} // namespace lensboard::imports
