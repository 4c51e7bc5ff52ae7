#pragma once

#include <string>
#include <string_view>

namespace lensboard::remote {

/// A file or folder on another machine: ssh://[user@]host[:port]/path. A path that begins with /~/ is relative to the user's home there.
struct Location
{
    std::string user; ///< empty: as set up for ssh
    std::string host;
    int port = 0; ///< 0: as set up for ssh
    std::string path; ///< begins with a slash; ends without one, except "/" itself

    /// Returns the ssh:// address.
    std::string url() const;
    /// Returns the path in the form for the other machine's shell, such as ~/runs.
    std::string pathThere() const;
    /// Returns the place at \p relative below this one; this place if \p relative is empty.
    Location below(const std::string &relative) const;

    bool operator==(const Location &) const = default;
};

/// Returns true if \p text looks like an ssh:// address.
bool isRemote(std::string_view text);
/// Errors: std::invalid_argument that names the fault in \p url.
Location locationFrom(const std::string &url);

} // namespace lensboard::remote
