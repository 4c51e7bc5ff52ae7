#pragma once

#include "core/store/media.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// Files of a media value of W&B.
struct WandbMedia
{
    struct File
    {
        std::filesystem::path path; ///< relative to the folder "files" of the run
        std::string caption;
    };

    store::MediumKind kind = store::MediumKind::Image;
    std::vector<File> files; ///< empty if a file is of a kind that is not shown, or outside the folder
};

/// \p members are the value's members with their JSON texts, without "_type".
WandbMedia wandbMedia(std::string_view type, const std::vector<std::pair<std::string, std::string_view>> &members);

} // namespace lensboard::imports
