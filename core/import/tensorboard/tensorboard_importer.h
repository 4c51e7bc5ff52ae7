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

/// Reads one event file or all event files of a folder (names with "tfevents"). Subfolders are other runs, except folders of
/// add_scalars(): they become labels of relations.
///
/// A scalar a/b/c becomes layer b/c of the tag a; a scalar without "/" a big tag. A histogram becomes a series of buckets, its
/// mean, and the bands min - max and Q1 - Q3. Ticks are steps. See TensorboardRun for repeated steps and overlapping files.
/// Text becomes events; images, sounds, texts and precision-recall curves become the run's media; hyperparameters become the run's experiment {"hparams": {...}}. All else is counted and skipped.
class TensorboardImporter final : public Importer
{
public:
    /// \p source is a folder or an event file.
    explicit TensorboardImporter(std::filesystem::path source);
    ~TensorboardImporter() override;

    /// All calls must use the same \p run.
    bool read(store::RunStore &run, ReadProgress &progress) override;

private:
    struct File;

    /// Errors: ImportError if there are no event files, SourceReplaced if one was deleted.
    void findFiles();
    std::vector<std::filesystem::path> pathsThere();
    void startProgress(ReadProgress &progress) const;
    bool readFile(File &file, const store::RunStore &run, ReadProgress &progress);
    void readBlock(File &file);
    record::RunStatus status() const;
    /// Returns a message about the current problems.
    record::Message standingProblems() const;

    std::filesystem::path m_source;
    std::unique_ptr<TensorboardRun> m_run;
    std::unique_ptr<TensorboardEventDecoder> m_decoder;
    std::vector<std::unique_ptr<File>> m_files; ///< in the order of discovery
    std::set<std::filesystem::path> m_known;    ///< paths of m_files
    AddedScalars m_added;
};

} // namespace lensboard::imports
