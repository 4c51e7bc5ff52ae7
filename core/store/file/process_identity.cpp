#include "core/store/file/process_identity.h"

#include <fstream>
#include <iterator>
#include <sstream>

#include <unistd.h>

namespace lensboard::store {

namespace {

std::string firstLine(const std::string &path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// Field 22 of /proc/PID/stat; the second field may hold blanks, so count from its closing bracket.
std::string startTime(long pid)
{
    const std::string stat = firstLine("/proc/" + std::to_string(pid) + "/stat");
    const auto bracket = stat.rfind(')');
    if (bracket == std::string::npos)
        return {};
    std::istringstream fields(stat.substr(bracket + 1));
    constexpr int kAfterBracket = 20;
    std::string field;
    for (int i = 0; i < kAfterBracket; ++i)
        fields >> field;
    return field;
}

std::string hostName()
{
    char name[256] = {};
    gethostname(name, sizeof name - 1);
    return name;
}

} // namespace

ProcessIdentity ProcessIdentity::current()
{
    const long pid = getpid();
    return {hostName(), firstLine("/proc/sys/kernel/random/boot_id"), pid, startTime(pid)};
}

ProcessIdentity ProcessIdentity::fromText(const std::string &text)
{
    ProcessIdentity identity;
    std::istringstream(text) >> identity.host >> identity.boot >> identity.pid >> identity.started;
    return identity;
}

std::string ProcessIdentity::toText() const
{
    return host + ' ' + boot + ' ' + std::to_string(pid) + ' ' + started;
}

ProcessIdentity::Life ProcessIdentity::life() const
{
    const ProcessIdentity here = current();
    if (host != here.host)
        return Life::Unknown;
    return boot == here.boot && !started.empty() && startTime(pid) == started ? Life::Alive : Life::Dead;
}

} // namespace lensboard::store
