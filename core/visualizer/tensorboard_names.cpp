#include "core/visualizer/tensorboard_names.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/flat_name.h"

#include <algorithm>
#include <filesystem>

namespace lensboard::visualizer {

namespace {

using record::SeriesRole;
using record::TagKind;

std::string plain(std::string name)
{
    static const std::string sigma = "σ";
    for (char &c : name)
        c = c == ' ' ? '_' : 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (auto at = name.find(sigma); at != std::string::npos; at = name.find(sigma, at))
        name.replace(at, sigma.size(), "std");
    return bytes::validUtf8(name); // TensorBoard rejects events with invalid UTF-8
}

std::string tagOf(const record::TagSpec &tag, const record::SeriesSpec &series)
{
    if (tag.kind == TagKind::Relations)
        return tag.foreignName ? record::foreignName(tag, series.layer) : plain(tag.name + '/' + series.layer);
    return tag.foreignName ? record::flatName(tag, series) : plain(tag.name + '/' + series.layer + '/' + series.label);
}

/// Returns true if \p path stays in its base folder and is in normal form, so that no other path leads to the same place.
bool isPlainPath(const std::string &path)
{
    const std::filesystem::path parts(path);
    return !path.ends_with('/') && path.find("//") == std::string::npos
        && std::none_of(parts.begin(), parts.end(), [](const auto &part) { return part == "." || part == ".." || part == "/"; });
}

/// Slashes in a label make folders, as with SummaryWriter.add_scalars(). Replaces the slashes by `_` if the path is not plain, because names from
/// a run must not lead outside the log's folder.
std::string folderOf(const std::string &tag, const std::string &label)
{
    std::string folder = tag + '_';
    std::replace(folder.begin(), folder.end(), '/', '_');
    const auto flat = static_cast<std::ptrdiff_t>(folder.size());
    folder += label;
    std::replace(folder.begin(), folder.end(), '\0', '_');
    if (!isPlainPath(folder))
        std::replace(folder.begin() + flat, folder.end(), '/', '_');
    return folder;
}

} // namespace

TensorboardPlace TensorboardNames::add(const record::TagSpec &tag, const record::SeriesSpec &series)
{
    TensorboardPlace wanted{{}, tagOf(tag, series)};
    const bool isShare = tag.kind == TagKind::Relations;
    if (isShare)
        wanted.folder = folderOf(wanted.tag, series.label);
    TensorboardPlace place = wanted;
    for (int number = 2; !m_taken.emplace(place.folder, place.tag, series.role == SeriesRole::Histogram).second; ++number)
        (isShare ? place.folder : place.tag) = (isShare ? wanted.folder : wanted.tag) + '_' + std::to_string(number);
    return place;
}

} // namespace lensboard::visualizer
