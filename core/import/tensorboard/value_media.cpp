#include "core/import/tensorboard/value_media.h"

#include "core/import/tensorboard/tensor_values.h"
#include "core/import/wire_format.h"
#include "tensorboard_event.pb.h"

namespace lensboard::imports {

namespace {

using google::protobuf::io::CodedInputStream;
using store::MediumKind;
using wire::field;
using wire::readBytes;
using wire::skip;
using wire::walk;
using wire::Wire;

constexpr std::size_t kLargestTensor = std::size_t{2} << 20;
constexpr std::size_t kLargestShape = 256;
constexpr std::uint32_t kStringValues = 8; ///< field of TensorProto
constexpr std::size_t kSizesOfImages = 2;  ///< an images tensor begins with width and height

/// Calls \p take with each field \p number of kind Bytes. Returns false if the message is invalid.
template <typename Take>
bool forEachBytes(std::string_view message, std::uint32_t number, Take take)
{
    return walk(message, [&](CodedInputStream &in, std::uint32_t tag) {
        std::string_view bytes;
        if (tag != field(number, Wire::Bytes))
            return skip(in, tag);
        if (!readBytes(in, bytes))
            return false;
        take(bytes);
        return true;
    });
}

/// Returns the last field \p number; empty if there is none.
std::optional<std::string_view> bytesField(std::string_view message, std::uint32_t number)
{
    std::string_view found;
    if (!forEachBytes(message, number, [&](std::string_view bytes) { found = bytes; }))
        return std::nullopt;
    return found;
}

/// Returns true for rows of sound and label.
bool hasLabels(std::string_view tensor)
{
    tensorboard::TensorShapeProto shape;
    const auto encoded = bytesField(tensor, 2);
    return encoded && encoded->size() <= kLargestShape && shape.ParseFromArray(encoded->data(), static_cast<int>(encoded->size()))
        && shape.dim_size() == 2 && shape.dim(1).size() == 2;
}

bool readTensor(std::string_view tensor, const std::string &plugin, ValueMedia &media)
{
    if (plugin == "text" || plugin == "pr_curves") {
        media.kind = plugin == "text" ? MediumKind::Text : MediumKind::Curve;
        media.parts = {tensor};
        return true;
    }
    if (plugin != "images" && plugin != "audio")
        return false;
    media.kind = plugin == "images" ? MediumKind::Image : MediumKind::Sound;
    const bool isLabelled = plugin == "audio" && hasLabels(tensor);
    std::size_t count = 0;
    return forEachBytes(tensor, kStringValues, [&](std::string_view bytes) {
        const bool isContent = plugin == "images" ? count >= kSizesOfImages : !isLabelled || count % 2 == 0;
        ++count;
        if (isContent)
            media.parts.push_back(bytes);
    });
}

std::optional<tensorboard::TensorProto> parsed(std::string_view tensor)
{
    tensorboard::TensorProto proto;
    if (tensor.size() > kLargestTensor || !proto.ParseFromArray(tensor.data(), static_cast<int>(tensor.size())))
        return std::nullopt;
    return proto;
}

} // namespace

std::optional<ValueMedia> mediaOf(std::string_view value, const std::function<std::string(std::string_view, std::string_view)> &pluginOf)
{
    ValueMedia media;
    std::optional<std::string_view> encoded, tensor, plugin = std::string_view();
    const bool isWhole = walk(value, [&](CodedInputStream &in, std::uint32_t tag) {
        std::string_view bytes;
        if ((tag & 7) != static_cast<std::uint32_t>(Wire::Bytes))
            return skip(in, tag);
        if (!readBytes(in, bytes))
            return false;
        switch (tag >> 3) {
        case 1: media.tag = bytes; break;
        case 4:
        case 6:
            media.kind = tag >> 3 == 4 ? MediumKind::Image : MediumKind::Sound;
            encoded = bytesField(bytes, 4); // of an Image and of an Audio
            break;
        case 8: tensor = bytes; break;
        case 9:
            if (const auto data = bytesField(bytes, 1))
                plugin = bytesField(*data, 1);
            break;
        default: break;
        }
        return true;
    });
    if (!isWhole || !plugin)
        return std::nullopt;
    if (encoded)
        media.parts = {*encoded};
    else if (!tensor || !readTensor(*tensor, pluginOf(media.tag, *plugin), media))
        return std::nullopt;
    std::erase_if(media.parts, [](std::string_view part) { return part.empty(); });
    return media.parts.empty() ? std::nullopt : std::optional(std::move(media));
}

std::optional<std::string> textOfTensor(std::string_view tensor)
{
    const auto proto = parsed(tensor);
    return proto ? textOf(*proto) : std::nullopt;
}

std::optional<PrecisionRecall> curveOfTensor(std::string_view tensor)
{
    constexpr std::int64_t kRows = 6;
    const auto proto = parsed(tensor);
    const auto numbers = proto ? numbersOf(*proto) : std::nullopt;
    if (!numbers || numbers->shape.size() != 2 || numbers->shape[0] != kRows || numbers->shape[1] < 1)
        return std::nullopt;
    PrecisionRecall curve;
    auto from = numbers->values.begin();
    for (auto *row : {&curve.truePositives, &curve.falsePositives, &curve.trueNegatives, &curve.falseNegatives, &curve.precision, &curve.recall}) {
        row->assign(from, from + numbers->shape[1]);
        from += numbers->shape[1];
    }
    return curve;
}

} // namespace lensboard::imports
