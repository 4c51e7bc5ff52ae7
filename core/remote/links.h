#pragma once

#include "core/remote/link.h"
#include "core/remote/remote_place.h"

#include <memory>
#include <string>

namespace lensboard::remote {

/// A link, and where on its other side something is.
struct LinkedPlace
{
    std::shared_ptr<Link> link;
    std::string path; ///< from the folder that is served
};

/// The link that somebody holds already to a folder in which \p place is, or a new one to that itself.
/// Thread: any.
LinkedPlace linkTo(const Place &place);

} // namespace lensboard::remote
