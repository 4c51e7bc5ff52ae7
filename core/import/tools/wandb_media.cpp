#include "core/import/tools/wandb_media.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace lensboard::imports {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kLargestMember = std::size_t{256} << 10; ///< in bytes
constexpr std::size_t kMaxFiles = 1000; ///< maximum number of files of one value

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
        if (path.is_string() && !textIn(path).empty() && media.files.size() < kMaxFiles)
            media.files.push_back({textIn(path), textIn(caption)});
    };
    if (type == "image-file" || type == "audio-file") {
        media.kind = type == "image-file" ? store::MediumKind::Image : store::MediumKind::Sound;
        add(memberOf(members, "path"), memberOf(members, "caption"));
    } else if (type == "images/separated") {
        const Json names = memberOf(members, "filenames"), captions = memberOf(members, "captions");
        for (std::size_t i = 0; i < (names.is_array() ? names.size() : 0); ++i)
            add(names[i], elementAt(captions, i));
    } else if (type == "audio") {
        media.kind = store::MediumKind::Sound;
        const Json sounds = memberOf(members, "audio");
        for (std::size_t i = 0; i < (sounds.is_array() ? sounds.size() : 0); ++i)
            if (sounds[i].is_object())
                add(sounds[i].value("path", Json()), sounds[i].value("caption", Json()));
    }
    if (!std::ranges::all_of(media.files, staysInside, &WandbMedia::File::path))
        media.files.clear();
    return media;
}

} // namespace lensboard::imports
