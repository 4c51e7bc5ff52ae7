#include "core/remote/remote_source.h"

#include "core/remote/links.h"
#include "core/remote/remote_place.h"
#include "core/remote/remote_run.h"
#include "core/remote/remote_scan.h"

namespace lensboard::remote {

namespace {

/// The link brings what is new by itself.
class RemoteSource final : public imports::RunSource
{
public:
    explicit RemoteSource(std::shared_ptr<RemoteRun> run) : m_run(std::move(run)) {}

    std::shared_ptr<const store::Run> run() const override { return m_run; }
    bool refresh(imports::ReadProgress &) override { return false; }

private:
    std::shared_ptr<RemoteRun> m_run;
};

} // namespace

std::unique_ptr<imports::RunSource> openRemote(const std::string &url, imports::ReadProgress &progress)
{
    const Place place = placeFrom(url);
    LinkedPlace there = linkTo(place);
    auto run = RemoteRun::open(std::move(there.link), std::move(there.path), place.url());
    if (run->awaitOpened(progress.stop) == RemoteRun::What::Folder)
        return nullptr;
    return std::make_unique<RemoteSource>(std::move(run));
}

std::unique_ptr<imports::RunScan> scanRemote(const std::string &url)
{
    const Place place = placeFrom(url);
    LinkedPlace there = linkTo(place);
    return std::make_unique<RemoteScan>(std::move(there.link), std::move(there.path), place);
}

} // namespace lensboard::remote
