#pragma once

#include "core/remote/served_folder.h"
#include "core/runs/run_folder_scan.h"

#include <cstdint>
#include <filesystem>
#include <thread>

namespace lensboard::control {
class Outbox;
}

namespace lensboard::remote {

/// Lists the runs of a folder for the other side, repeatedly, on a thread of its own.
class ServedScan
{
public:
    ServedScan(std::uint64_t channel, const ServedFolder &served, const std::filesystem::path &folder, control::Outbox &replies);

    /// Thread: any.
    void want(runs::QuantityNames names) { m_scan.want(std::move(names)); }

private:
    void look(const std::filesystem::path &folder, const std::stop_token &stop);

    const std::uint64_t m_channel;
    const ServedFolder &m_served;
    control::Outbox &m_replies;
    runs::RunFolderScan m_scan;
    std::jthread m_thread;
};

} // namespace lensboard::remote
