#include "core/remote/remote_source.h"

#include "core/bytes/natural_order.h"
#include "core/record/message.h"
#include "core/remote/links.h"
#include "core/remote/location.h"
#include "core/remote/remote_run.h"
#include "core/remote/remote_scan.h"
#include "core/remote/run_cache.h"
#include "core/store/file/run_file_format.h"

#include <algorithm>
#include <filesystem>

namespace lensboard::remote {

namespace {

/// New data arrive through the link, without a request.
class RemoteSource final : public runs::RunSource
{
public:
    explicit RemoteSource(std::shared_ptr<RemoteRun> run) : m_run(std::move(run)) {}

    std::shared_ptr<const store::Run> run() const override { return m_run; }
    bool refresh(imports::ReadProgress &) override { return false; }
    void choose(const imports::RoleChoice &choice) override { m_run->choose(choice); }
    std::optional<imports::RowReading> reading() const override { return m_run->reading(); }
    std::shared_ptr<const health::Judge> judge() const override { return m_run; }

private:
    std::shared_ptr<RemoteRun> m_run;
};

} // namespace

std::unique_ptr<runs::RunSource> openRemote(const std::string &url, imports::ReadProgress &progress, Values values, const imports::RoleChoice &choice)
{
    const Location place = locationFrom(url);
    LinkedLocation there = linkTo(place);
    auto run = RemoteRun::open(std::move(there.link), std::move(there.path), place.url(), values == Values::Awaited ? RemoteRun::Waits::ForAll : RemoteRun::Waits::Never,
                               choice.empty() ? std::make_shared<RunCache>(place.url()) : nullptr, choice);
    if (run->awaitOpened(progress) == RemoteRun::What::Folder)
        return nullptr;
    return std::make_unique<RemoteSource>(std::move(run));
}

std::unique_ptr<runs::RunSource> openRunAt(const std::string &path, imports::ReadProgress &progress, Values values, const imports::RoleChoice &choice)
{
    if (!isRemote(path))
        return runs::openRun(path, progress, choice);
    auto source = openRemote(path, progress, values, choice);
    if (!source && !progress.stop.stop_requested())
        throw store::RunFileError(path, record::message("is a folder, not a run"));
    return source;
}

std::shared_ptr<const store::Run> exactly(std::shared_ptr<const store::Run> run, record::Progress &progress)
{
    const auto *remote = dynamic_cast<const RemoteRun *>(run.get());
    return remote ? remote->exact(progress) : store::exactly(std::move(run));
}

std::unique_ptr<runs::RunScan> scanRemote(const std::string &url)
{
    const Location place = locationFrom(url);
    LinkedLocation there = linkTo(place);
    return std::make_unique<RemoteScan>(std::move(there.link), std::move(there.path), place);
}

std::unique_ptr<runs::RunScan> scanAt(const std::string &folder)
{
    if (isRemote(folder))
        return scanRemote(folder);
    return std::make_unique<runs::RunFolderScan>(folder);
}

std::string folderOf(const std::string &path)
{
    if (!isRemote(path))
        return std::filesystem::absolute(path).parent_path().string();
    Location place = locationFrom(path);
    place.path = std::filesystem::path(place.path).parent_path().string();
    return place.url();
}

runs::FoundRuns findRemote(const std::string &url)
{
    const LinkedLocation there = linkTo(locationFrom(url));
    imports::ReadProgress progress;
    runs::FoundRuns found;
    if (openRemote(url, progress)) {
        found.runs = {url};
        return found;
    }
    scanRemote(url)->look({}, {[&](const runs::RunSummary &run) { found.runs.push_back(run.path); }, [](const std::filesystem::path &) {},
                               [&](const std::vector<record::Message> &problems) { found.problems = problems; }});
    std::ranges::sort(found.runs, bytes::isNaturallyBefore, &std::filesystem::path::native);
    return found;
}

} // namespace lensboard::remote
