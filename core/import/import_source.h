#pragma once

#include "core/import/run_source.h"
#include "core/store/columns/run_store.h"
#include "core/store/file/label_file.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace lensboard::imports {

/// A run from another tool, with the user's name and notes for it.
///
/// A replaced or rewritten source is read again into a second store. The second store replaces the shown content when it has as many
/// ticks, stops growing, or was read kMostRereads times, because a writer may still be rewriting its file.
///
/// An exception other than ImportError leaves the progress unknown: the source reports it and stops following the run.
class ImportSource final : public RunSource
{
public:
    using MakeImporter = std::function<std::unique_ptr<Importer>()>;

    /// Errors: exceptions of the importer; ImportError if \p choice is given and the format has no columns.
    ImportSource(const std::filesystem::path &path, MakeImporter make, ReadProgress &progress, const RoleChoice &choice = {});

    std::shared_ptr<const store::Run> run() const override;
    bool refresh(ReadProgress &progress) override;
    void choose(const RoleChoice &choice) override;
    std::optional<RowReading> reading() const override;

private:
    static constexpr int kMostRereads = 10;

    /// The content of a replaced source read so far.
    struct Replacement
    {
        std::unique_ptr<Importer> importer;
        store::RunStore run;
        int reads = 0;
    };

    std::unique_ptr<Importer> made() const;
    bool readOn(ReadProgress &progress);
    bool readAnew(ReadProgress &progress);
    bool setProblem(const std::string &problem);
    void takeLabel();
    void showLabel();

    std::filesystem::path m_path;
    MakeImporter m_make;
    RoleChoice m_choice;
    std::unique_ptr<Importer> m_importer; ///< null: not followed any more
    store::LabelFile m_labels;
    std::string m_importedName;
    std::shared_ptr<store::RunStore> m_run;
    std::unique_ptr<Replacement> m_replacement; ///< null: the source was not replaced
    std::string m_problem;
    std::string m_messageBefore;
};

} // namespace lensboard::imports
