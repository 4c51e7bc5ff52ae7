#include "core/import/tools/wandb/wandb_media.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace lensboard::imports {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kLargestMember = std::size_t{256} << 10; ///< in bytes

Json memberOf(const std::vector<std::pair<std::string, std::string_view>> &members, std::string_view name)
{
    const auto found = std::ranges::find(members, name, &std::pair<std::string, std::string_view>::first);
    if (found == members.end() || found->second.size() > kLargestMember)
        return nullptr;
    return Json::parse(found->second.begin(), found->second.end(), nullptr, false);
}

std::string textIn(const Json &value)
{
    return value.is_string() ? value.get<std::string>() : std::string();
}

Json elementAt(const Json &list, std::size_t index)
{
    return list.is_array() && index < list.size() ? list[index] : Json();
}

bool staysInside(const std::filesystem::path &path)
{
    return path.is_relative() && path.native().find('\0') == std::string::npos && std::ranges::none_of(path, [](const auto &part) { return part == ".."; });
}

} // namespace

WandbMedia wandbMedia(std::string_view type, const std::vector<std::pair<std::string, std::string_view>> &members)
{
    WandbMedia media;
    const auto add = [&](const Json &path, const Json &caption) {
        if (!textIn(path).empty())
            media.files.push_back({textIn(path), textIn(caption)});
    };
    const bool isVideo = type == "video-file" || type == "videos";
    media.kind = type == "audio-file" || type == "audio" ? store::MediumKind::Sound : store::MediumKind::Image;
    if (type == "image-file" || type == "audio-file" || type == "video-file") {
        add(memberOf(members, "path"), memberOf(members, "caption"));
    } else if (type == "images/separated") {
        const Json names = memberOf(members, "filenames"), captions = memberOf(members, "captions");
        for (std::size_t i = 0; i < (names.is_array() ? names.size() : 0); ++i)
            add(names[i], elementAt(captions, i));
    } else if (type == "audio" || type == "videos") {
        for (const Json &file : memberOf(members, type))
            if (file.is_object())
                add(file.value("path", Json()), file.value("caption", Json()));
    }
    const auto isShown = [isVideo](const WandbMedia::File &file) { return staysInside(file.path) && (!isVideo || file.path.extension() == ".gif"); };
    if (!std::ranges::all_of(media.files, isShown))
        media.files.clear();
    return media;
}

} // namespace lensboard::imports
