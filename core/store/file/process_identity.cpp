#include "core/store/file/process_identity.h"

#include <cerrno>
#include <csignal>
#include <filesystem>
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

/// Returns field 22 of /proc/PID/stat. The second field may contain blanks, so counts from its closing bracket.
std::string startTime(const std::string &pid)
{
    const std::string stat = firstLine("/proc/" + pid + "/stat");
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

std::string linkTarget(const char *path)
{
    std::error_code unknown;
    return std::filesystem::read_symlink(path, unknown).string();
}

std::string bootId()
{
    return firstLine("/proc/sys/kernel/random/boot_id");
}

std::string pidNamespaceHere()
{
    return linkTarget("/proc/self/ns/pid");
}

/// Returns false if /proc belongs to another PID namespace, where the same numbers mean other processes.
bool isProcOfThisNamespace()
{
    return linkTarget("/proc/self") == std::to_string(getpid());
}

constexpr const char *kNotKnown = "-"; ///< placeholder for an empty field

} // namespace

ProcessIdentity ProcessIdentity::current()
{
    return {hostName(), bootId(), getpid(), startTime("self"), pidNamespaceHere()};
}

ProcessIdentity ProcessIdentity::fromText(const std::string &text)
{
    ProcessIdentity identity;
    std::istringstream(text) >> identity.host >> identity.boot >> identity.pid >> identity.started >> identity.pidNamespace;
    for (std::string *field : {&identity.host, &identity.boot, &identity.started, &identity.pidNamespace})
        if (*field == kNotKnown)
            field->clear();
    return identity;
}

std::string ProcessIdentity::toText() const
{
    std::string text;
    for (const std::string &field : {host, boot, std::to_string(pid), started, pidNamespace})
        text += (text.empty() ? "" : " ") + (field.empty() ? kNotKnown : field);
    return text;
}

bool ProcessIdentity::isOfThisKernel() const
{
    return !boot.empty() && boot == bootId();
}

ProcessIdentity::Life ProcessIdentity::life() const
{
    if (!isOfThisKernel() || pid <= 0 || started.empty())
        return Life::Unknown;
    const bool isSameNamespace = !pidNamespace.empty() && pidNamespace == pidNamespaceHere();
    if (pidNamespace.empty() || isSameNamespace) {
        const std::string found = isProcOfThisNamespace() ? startTime(std::to_string(pid)) : std::string();
        if (found == started)
            return Life::Alive;
        if (isSameNamespace && (!found.empty() || (kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH)))
            return Life::Dead;
    }
    return Life::Unknown;
}

} // namespace lensboard::store
