#include "core/import/run_source.h"

#include "core/store/run_file.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <functional>

namespace lensboard::imports {

namespace fs = std::filesystem;

namespace {

class FileSource final : public RunSource
{
public:
    explicit FileSource(const fs::path &path) : m_file(std::make_shared<store::RunFile>(path)) {}

    std::shared_ptr<const store::Run> run() const override { return m_file; }
    bool refresh(ReadProgress &) override { return m_file->refresh(); }

private:
    std::shared_ptr<store::RunFile> m_file;
};

using MakeImporter = std::function<std::unique_ptr<Importer>()>;

class ImportSource final : public RunSource
{
public:
    ImportSource(MakeImporter make, ReadProgress &progress) : m_make(std::move(make)), m_importer(m_make())
    {
        m_importer->read(*m_run, progress);
    }

    std::shared_ptr<const store::Run> run() const override { return m_run; }

    bool refresh(ReadProgress &progress) override
    {
        try {
            const bool grown = m_importer->read(*m_run, progress);
            return tell({}) || grown;
        } catch (const SourceReplaced &) {
            return readAnew(progress);
        } catch (const ImportError &error) {
            return tell(error.what());
        }
    }

private:
    bool readAnew(ReadProgress &progress)
    {
        m_importer = m_make();
        m_run->restart({});
        try {
            m_importer->read(*m_run, progress);
            tell({});
        } catch (const ImportError &error) {
            tell(error.what());
        }
        return true;
    }

    /// Shows what is wrong with the source in the place of what the importer says of it. True if that is news.
    bool tell(const std::string &problem)
    {
        if (problem == m_problem)
            return false;
        m_run->update([&](record::RunInfo &info) {
            if (m_problem.empty())
                m_messageBefore = info.message;
            if (!problem.empty())
                info.message = problem;
            else if (info.message == m_problem)
                info.message = m_messageBefore;
        });
        m_problem = problem;
        return true;
    }

    MakeImporter m_make;
    std::unique_ptr<Importer> m_importer;
    std::shared_ptr<store::RunStore> m_run = std::make_shared<store::RunStore>();
    std::string m_problem;
    std::string m_messageBefore;
};

} // namespace

std::unique_ptr<RunSource> openRun(const fs::path &path, ReadProgress &)
{
    return std::make_unique<FileSource>(path);
}

} // namespace lensboard::imports
