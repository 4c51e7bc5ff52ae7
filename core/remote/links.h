#pragma once

#include "core/remote/link.h"
#include "core/remote/location.h"

#include <memory>
#include <string>

namespace lensboard::remote {

/// A link, and the path of a file or folder on its other side.
struct LinkedLocation
{
    std::shared_ptr<Link> link;
    std::string path; ///< relative to the served folder
};

/// Returns an open link to a folder that contains \p place, or opens a link to \p place itself.
/// Thread: any.
LinkedLocation linkTo(const Location &place);

} // namespace lensboard::remote
