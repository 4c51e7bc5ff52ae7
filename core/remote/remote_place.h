#pragma once

#include <string>
#include <string_view>

namespace lensboard::remote {

/// A file or folder on another machine: ssh://[user@]host[:port]/path. A path that begins with /~/ is one from the user's home there.
struct Place
{
    std::string user; ///< empty: as ssh is set up
    std::string host;
    int port = 0; ///< 0: as ssh is set up
    std::string path; ///< begins with a slash; no slash at its end, unless it is only that

    /// As it was given, or would be.
    std::string url() const;
    /// As the other machine's shell understands it: ~/runs.
    std::string pathThere() const;
    /// What lies below it at \p relative; itself if that is empty.
    Place below(const std::string &relative) const;

    bool operator==(const Place &) const = default;
};

/// Whether \p text is meant as one.
bool isRemote(std::string_view text);
/// Errors: std::invalid_argument that says what is wrong with it.
Place placeFrom(const std::string &url);

} // namespace lensboard::remote
