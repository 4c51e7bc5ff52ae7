#include "core/session/environment.h"

#include "core/record/version.h"

#include <fstream>
#include <thread>

#include <sys/utsname.h>

namespace lensboard::session {

namespace {

/// Returns the text after \p separator in the first line that starts with \p key, without quotes; "unknown" if there is none.
std::string lookUp(const char *path, const std::string &key, char separator)
{
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(key))
            continue;
        std::string value = line.substr(line.find(separator) + 1);
        while (!value.empty() && (value.front() == ' ' || value.front() == '"'))
            value.erase(value.begin());
        while (!value.empty() && value.back() == '"')
            value.pop_back();
        return value;
    }
    return "unknown";
}

} // namespace

record::Environment hostEnvironment()
{
    utsname system{};
    uname(&system);
    return {{"lensboard", record::version()},
            {"host", system.nodename},
            {"os", lookUp("/etc/os-release", "PRETTY_NAME", '=')},
            {"kernel", std::string(system.sysname) + ' ' + system.release},
            {"processor", lookUp("/proc/cpuinfo", "model name", ':')},
            {"cores", std::to_string(std::thread::hardware_concurrency())}};
}

} // namespace lensboard::session
