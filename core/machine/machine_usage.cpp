#include "core/machine/machine_usage.h"

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>

namespace lensboard::machine {

namespace {

using Path = std::filesystem::path;

std::optional<double> difference(std::optional<double> now, std::optional<double> before)
{
    return now && before && *now >= *before ? std::optional(*now - *before) : std::nullopt;
}

std::optional<double> ratio(std::optional<double> part, std::optional<double> whole)
{
    return part && whole && *whole > 0 ? std::optional(*part / *whole) : std::nullopt;
}

using Numbers = std::map<std::string, double>;

/// Returns the numbers in a file of lines "name: number".
Numbers numbersIn(const Path &file)
{
    Numbers numbers;
    std::ifstream in(file);
    for (std::string name, rest; std::getline(in, name, ':') && std::getline(in, rest);)
        if (double number = 0; std::istringstream(rest) >> number)
            numbers[name] = number;
    return numbers;
}

std::optional<double> numberOf(const Numbers &numbers, const std::string &name, double unit = 1)
{
    const auto found = numbers.find(name);
    return found == numbers.end() ? std::nullopt : std::optional(found->second * unit);
}

/// Returns all processors' clock ticks, and the busy ones among them.
std::pair<std::optional<double>, std::optional<double>> processorTicks(const Path &proc)
{
    std::ifstream in(proc / "stat");
    std::string name;
    double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, softInterrupts = 0, stolen = 0;
    if (!(in >> name >> user >> nice >> system >> idle >> waiting >> interrupts >> softInterrupts >> stolen))
        return {};
    const double busy = user + nice + system + interrupts + softInterrupts + stolen;
    return {busy + idle + waiting, busy};
}

/// Returns the clock ticks of this process, in its own and the kernel's code.
std::optional<double> processTicks(const Path &proc)
{
    constexpr int kUserTime = 12; // fields behind the command's name; the name may have blanks
    std::ifstream in(proc / "self/stat");
    std::string text, skipped;
    std::getline(in, text);
    const auto end = text.rfind(')');
    if (end == std::string::npos)
        return std::nullopt;
    std::istringstream fields(text.substr(end + 1));
    for (int i = 1; i < kUserTime; ++i)
        fields >> skipped;
    double user = 0, system = 0;
    return fields >> user >> system ? std::optional(user + system) : std::nullopt;
}

/// Returns the bytes received and sent through all interfaces but the loopback.
std::pair<std::optional<double>, std::optional<double>> networkBytes(const Path &proc)
{
    constexpr int kBetween = 7; // numbers between the received and the sent bytes
    std::ifstream in(proc / "net/dev");
    std::pair<std::optional<double>, std::optional<double>> bytes;
    for (std::string line; std::getline(in, line);) {
        const auto colon = line.find(':');
        if (colon == std::string::npos || line.substr(0, colon).ends_with("lo"))
            continue;
        std::istringstream numbers(line.substr(colon + 1));
        double received = 0, sent = 0;
        std::string skipped;
        numbers >> received;
        for (int i = 0; i < kBetween; ++i)
            numbers >> skipped;
        if (numbers >> sent)
            bytes = {bytes.first.value_or(0) + received, bytes.second.value_or(0) + sent};
    }
    return bytes;
}

} // namespace

UsageMeter::UsageMeter(Path proc, GpuMonitor gpus)
    : m_proc(std::move(proc)), m_gpus(std::move(gpus)), m_before(countersNow()), m_since(std::chrono::steady_clock::now())
{}

UsageMeter::Counters UsageMeter::countersNow() const
{
    Counters now;
    std::tie(now.ticks, now.busy) = processorTicks(m_proc);
    now.process = processTicks(m_proc);
    const Numbers ofDisk = numbersIn(m_proc / "self/io");
    now.read = numberOf(ofDisk, "read_bytes");
    now.written = numberOf(ofDisk, "write_bytes");
    std::tie(now.received, now.sent) = networkBytes(m_proc);
    return now;
}

Usage UsageMeter::take()
{
    const auto end = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(end - std::exchange(m_since, end)).count();
    const Counters now = countersNow(), before = std::exchange(m_before, now);
    const auto ticks = difference(now.ticks, before.ticks);
    constexpr double kKilobyte = 1024; // unit of both files
    const Numbers ofMachine = numbersIn(m_proc / "meminfo"), ofProcess = numbersIn(m_proc / "self/status");
    const auto rate = [seconds](std::optional<double> last, std::optional<double> first) { return ratio(difference(last, first), seconds); };
    return {.processors = ratio(difference(now.busy, before.busy), ticks),
            .process = ratio(difference(now.process, before.process), ticks),
            .usedMemory = difference(numberOf(ofMachine, "MemTotal", kKilobyte), numberOf(ofMachine, "MemAvailable", kKilobyte)),
            .resident = numberOf(ofProcess, "VmRSS", kKilobyte),
            .peak = numberOf(ofProcess, "VmHWM", kKilobyte),
            .read = rate(now.read, before.read),
            .written = rate(now.written, before.written),
            .received = rate(now.received, before.received),
            .sent = rate(now.sent, before.sent),
            .gpus = m_gpus.read()};
}

} // namespace lensboard::machine
