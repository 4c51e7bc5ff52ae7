#include "core/distributed/process_group.h"
#include "core/distributed/rendezvous.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <ATen/ops/full.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#if LENSBOARD_HAS_NCCL
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>
#endif
#include <torch/csrc/distributed/c10d/reducer.hpp>
#include <torch/version.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <utility>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lensboard::distributed {

using namespace std::chrono_literals;

namespace {

constexpr auto kCollectivePatience = 18s; ///< shorter than 30 s: within that time the other processes end after one hangs
constexpr auto kReasonPatience = 9s;      ///< time limit of the rendezvous to identify the process that ended

/// Returns this machine's address on the route to \p host, or an empty string on failure.
std::string addressTowards(const std::string &host)
{
    addrinfo hints{}, *found = nullptr;
    hints.ai_socktype = SOCK_DGRAM;
    if (getaddrinfo(host.c_str(), "9", &hints, &found) != 0)
        return {};
    std::string text;
    const int socket = ::socket(found->ai_family, SOCK_DGRAM, 0);
    sockaddr_storage own{};
    socklen_t size = sizeof own;
    if (socket >= 0 && ::connect(socket, found->ai_addr, found->ai_addrlen) == 0 // connect() on a datagram socket sends no packet
        && getsockname(socket, reinterpret_cast<sockaddr *>(&own), &size) == 0) {
        char name[NI_MAXHOST] = {};
        if (getnameinfo(reinterpret_cast<sockaddr *>(&own), size, name, sizeof name, nullptr, 0, NI_NUMERICHOST) == 0)
            text = name;
    }
    if (socket >= 0)
        ::close(socket);
    freeaddrinfo(found);
    return text;
}

/// Returns the address of the first network interface that is up, or an empty string.
std::string networkAddress()
{
    ifaddrs *all = nullptr;
    if (getifaddrs(&all) != 0)
        return {};
    std::string text;
    for (const ifaddrs *each = all; each && text.empty(); each = each->ifa_next) {
        char name[NI_MAXHOST] = {};
        if (each->ifa_addr && each->ifa_addr->sa_family == AF_INET && (each->ifa_flags & IFF_UP) && !(each->ifa_flags & IFF_LOOPBACK)
            && getnameinfo(each->ifa_addr, sizeof(sockaddr_in), name, sizeof name, nullptr, 0, NI_NUMERICHOST) == 0)
            text = name;
    }
    freeifaddrs(all);
    return text;
}

/// The environment variable GLOO_SOCKET_IFNAME selects another interface, as in PyTorch.
std::shared_ptr<::gloo::transport::Device> gloosDevice(const session::ProcessRank &place)
{
    if (const char *interface = std::getenv("GLOO_SOCKET_IFNAME"))
        return c10d::ProcessGroupGloo::createDeviceForInterface(interface);
    std::string own = addressTowards(place.host);
    if (own.starts_with("127.") && place.host != own && place.host != "localhost")
        own = networkAddress(); // Debian maps the machine's name to an address that other machines cannot reach
    return own.empty() ? c10d::ProcessGroupGloo::createDefaultDevice() : c10d::ProcessGroupGloo::createDeviceForHostname(own);
}

c10::intrusive_ptr<c10d::ProcessGroup> connectedProcesses(const session::ProcessRank &place, c10d::Store &store)
{
    const auto options = c10d::ProcessGroupGloo::Options::create(kCollectivePatience);
    options->devices.push_back(gloosDevice(place));
    options->threads = 2;
    const auto meeting = c10::intrusive_ptr<c10d::Store>::reclaim_copy(&store);
    auto gloo = c10::make_intrusive<c10d::ProcessGroupGloo>(meeting, place.rank, place.size, options);
#if TORCH_VERSION_MAJOR < 2
    return gloo;
#else
    auto group = c10::make_intrusive<c10d::ProcessGroup>(meeting, place.rank, place.size);
    group->setDefaultBackend(c10d::ProcessGroup::BackendType::GLOO);
    group->setBackend(c10::DeviceType::CPU, c10d::ProcessGroup::BackendType::GLOO, gloo);
    return group;
#endif
}

#if TORCH_VERSION_MAJOR >= 2
#if LENSBOARD_HAS_NCCL
constexpr bool kHasNccl = true;

/// Failed collectives throw in the waiting thread. By default NCCL ends the process.
c10::intrusive_ptr<c10d::Backend> nccl(const session::ProcessRank &place, c10d::Store &store)
{
    setenv("TORCH_NCCL_BLOCKING_WAIT", "1", 0);
    setenv("TORCH_NCCL_ASYNC_ERROR_HANDLING", "0", 0);
    const auto options = c10d::ProcessGroupNCCL::Options::create();
    options->timeout = kCollectivePatience;
    const auto meeting = c10::make_intrusive<c10d::PrefixStore>("nccl", c10::intrusive_ptr<c10d::Store>::reclaim_copy(&store));
    return c10::make_intrusive<c10d::ProcessGroupNCCL>(meeting, place.rank, place.size, options);
}
#else
constexpr bool kHasNccl = false;

c10::intrusive_ptr<c10d::Backend> nccl(const session::ProcessRank &, c10d::Store &)
{
    return {};
}
#endif
#endif

#if TORCH_VERSION_MAJOR < 2
namespace warnings = c10::Warning;
struct Quiet final : c10::WarningHandler
{
    void process(const c10::SourceLocation &, const std::string &, bool) override {}
};
#else
namespace warnings = c10::WarningUtils;
struct Quiet final : c10::WarningHandler
{
    void process(const c10::Warning &) override {}
};
#endif

/// Reducer of c10d, the base of DistributedDataParallel, with the same bucket sizes.
class Reducer final : public GradientReducer
{
public:
    Reducer(const std::vector<at::Tensor> &parameters, const c10::intrusive_ptr<c10d::ProcessGroup> &group, bool someUnused)
        : m_someUnused(someUnused)
    {
        constexpr std::size_t kFirstBucket = 1 << 20, kBucket = 25 << 20;
        std::vector<at::Tensor> trained;
        std::ranges::copy_if(parameters, std::back_inserter(trained), [](const at::Tensor &parameter) { return parameter.requires_grad(); });
        const std::vector<bool> sparse(trained.size(), false);
        auto [buckets, limits] = c10d::compute_bucket_assignment_by_size(trained, {kFirstBucket, kBucket}, sparse);
        std::ranges::reverse(buckets); // the backward pass computes the last layer's gradients first
        std::ranges::reverse(limits);
        for (const at::Tensor &parameter : trained)
            parameter.register_hook([last = m_last](const at::Tensor &) { *last = std::chrono::steady_clock::now(); });
        m_reducer.emplace(trained, buckets, limits, group, sparse, kBucket, someUnused, false, std::unordered_map<std::size_t, std::string>(),
                          kFirstBucket);
    }

    void prepare(const at::Tensor &outputs) override
    {
        const warnings::WarningHandlerGuard guard(&m_quiet); // suppresses the warning that all parameters were used
        m_reducer->rebuild_buckets();
        m_reducer->prepare_for_backward(m_someUnused ? std::vector<at::Tensor>{outputs} : std::vector<at::Tensor>());
    }

    double secondsSinceLastGradient() const override { return std::chrono::duration<double>(std::chrono::steady_clock::now() - *m_last).count(); }

private:
    Quiet m_quiet;
    using TimePoint = std::chrono::steady_clock::time_point;
    std::shared_ptr<TimePoint> m_last = std::make_shared<TimePoint>(std::chrono::steady_clock::now()); ///< time of the last gradient
    bool m_someUnused;
    std::optional<c10d::Reducer> m_reducer;
};

class C10dGroup final : public ProcessGroup
{
public:
    C10dGroup(const session::ProcessRank &place, const session::ProgressReport &report)
        : ProcessGroup(place), m_rendezvous(place, report), m_group(connected())
    {}

    std::vector<std::string> collect(const std::string &own) override
    {
        const std::string name = "collected/" + std::to_string(m_collected++) + '/';
        if (!isFirst()) {
            m_rendezvous.set(name + std::to_string(rank()), own);
            return {};
        }
        std::vector<std::string> all = {own};
        for (int rank = 1; rank < size(); ++rank)
            all.push_back(m_rendezvous.await(name + std::to_string(rank)));
        return all;
    }

    void post(const std::string &command) override { m_rendezvous.set("order/" + std::to_string(m_commands++), command); }
    std::string awaitCommand() override { return m_rendezvous.await("order/" + std::to_string(m_commands++)); }

    void broadcast(const std::vector<at::Tensor> &tensors) override
    {
        constexpr std::size_t kAtOnce = 25 << 20;
        m_rendezvous.advanced();
        if (tensors.empty())
            return;
        connectDevice(tensors.front().device());
        c10d::broadcast_coalesced(m_group, tensors, kAtOnce);
    }

    std::vector<std::vector<double>> gather(const std::vector<double> &own, bool isSameSize) override
    {
        m_rendezvous.advanced();
        at::Tensor sizes = at::full({size()}, static_cast<double>(own.size()), at::kDouble);
        if (!isSameSize) {
            sizes.zero_();
            sizes[rank()] = static_cast<double>(own.size());
            std::vector<at::Tensor> summed = {sizes};
            m_group->allreduce(summed)->wait();
            requireSizes(sizes, own.size());
        }
        const auto most = sizes.max().item<double>();
        std::vector<at::Tensor> input = {at::zeros({static_cast<std::int64_t>(most)}, at::kDouble)};
        std::ranges::copy(own, input.front().data_ptr<double>());
        std::vector<std::vector<at::Tensor>> outputs(isFirst() ? 1 : 0);
        for (auto &received : outputs)
            for (int i = 0; i < size(); ++i)
                received.push_back(at::zeros_like(input.front()));
        m_group->gather(outputs, input)->wait();
        std::vector<std::vector<double>> others;
        for (int i = 1; isFirst() && i < size(); ++i) {
            const double *numbers = outputs.front()[static_cast<std::size_t>(i)].data_ptr<double>();
            others.emplace_back(numbers, numbers + static_cast<std::size_t>(sizes[i].item<double>()));
        }
        return others;
    }

    void announce(bool says) override
    {
        m_rendezvous.advanced();
        m_said = {at::full({1}, says ? 1.0 : 0.0, at::kFloat)};
        m_saying = m_group->broadcast(m_said);
    }

    bool announced() override
    {
        m_saying->wait();
        m_saying = {};
        return m_said.front().item<float>() > 0;
    }

    std::unique_ptr<GradientReducer> reducer(const std::vector<at::Tensor> &parameters, bool someUnused) override
    {
        if (!parameters.empty())
            connectDevice(parameters.front().device());
        return std::make_unique<Reducer>(parameters, m_group, someUnused);
    }

    void fail(const record::Message &reason) override { m_rendezvous.fail(reason); }

    std::optional<record::Message> faultOfOthers(const record::Message &error) override
    {
        if (const record::Message reason = m_rendezvous.lost(isOfConnection(error) ? std::chrono::milliseconds(kReasonPatience) : 0ms); !reason.empty())
            return reason;
        m_rendezvous.fail(error);
        return std::nullopt;
    }

private:
    void requireSizes(const at::Tensor &sizes, std::size_t own) const
    {
        constexpr double kMax = 1e9;
        for (int i = 0; i < size(); ++i)
            if (const double each = sizes[i].item<double>(); !(each >= 0 && each <= kMax) || (i == rank() && each != static_cast<double>(own)))
                throw record::Error(record::message("the processes measure different layers"));
    }

    /// Returns true if Gloo or NCCL report a broken connection.
    static bool isOfConnection(const std::string &error)
    {
        return std::ranges::any_of(std::array{"gloo", "NCCL", "Timed out waiting"},
                                   [&](const char *word) { return error.find(word) != std::string::npos; });
    }

    /// Collectives of CPU tensors and figures always use Gloo. Call this in all processes before the first collective on \p device.
    void connectDevice([[maybe_unused]] const at::Device &device)
    {
#if TORCH_VERSION_MAJOR >= 2
        if (device.is_cpu() || std::exchange(m_isDeviceConnected, true))
            return;
        using Type = c10d::ProcessGroup::BackendType;
        const bool isNccl = kHasNccl && haveOwnDevices(device);
        m_group->setBackend(device.type(), isNccl ? Type::NCCL : Type::GLOO, isNccl ? nccl(m_place, m_rendezvous.store()) : m_group->getBackend(at::kCPU));
#endif
    }

    /// Returns true if no two processes share a GPU; NCCL refuses shared GPUs. All processes return the same value.
    bool haveOwnDevices(const at::Device &device)
    {
        const auto key = [](int rank) { return "device/" + std::to_string(rank); };
        char host[256] = {};
        gethostname(host, sizeof host - 1);
        m_rendezvous.set(key(rank()), std::string(host) + ' ' + device.str());
        std::set<std::string> devices;
        for (int each = 0; each < size(); ++each)
            devices.insert(m_rendezvous.await(key(each)));
        return devices.size() == static_cast<std::size_t>(size());
    }

    c10::intrusive_ptr<c10d::ProcessGroup> connected()
    {
        try {
            return connectedProcesses(m_place, m_rendezvous.store());
        } catch (const std::exception &error) {
            const record::Message reason = record::message("the processes cannot connect to each other; GLOO_SOCKET_IFNAME names the network interface "
                                                       "that they can (%1)",
                                                       error.what());
            m_rendezvous.fail(reason);
            throw record::Error(reason);
        }
    }

    Rendezvous m_rendezvous;
    c10::intrusive_ptr<c10d::ProcessGroup> m_group;
    int m_collected = 0, m_commands = 0;
    bool m_isDeviceConnected = false;
    std::vector<at::Tensor> m_said;
    c10::intrusive_ptr<c10d::Work> m_saying; ///< null if no announcement is in progress
};

} // namespace

std::unique_ptr<ProcessGroup> join(const session::ProcessRank &place, const session::ProgressReport &report)
{
    return std::make_unique<C10dGroup>(place, report);
}

} // namespace lensboard::distributed
