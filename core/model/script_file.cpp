#include "core/model/script_file.h"

#include "core/bytes/whole_file.h"
#include "core/bytes/zip_archive.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <caffe2/serialize/versions.h>
#include <torch/version.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace lensboard::model {

namespace {

constexpr const char *kHowToScript = record::messagePattern("in Python, save the model itself with "
                                                             "torch.jit.script(model).save(\"model.pt\")");

/// A signature of a file format: \c bytes at offset \c place.
struct Mark
{
    std::size_t place;
    std::string_view bytes;
    const char *what;
};

constexpr Mark kMarks[] = {
    {0, std::string_view("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 14),
     record::messagePattern("was written by torch.save of a PyTorch before 1.6 and holds no program")},
    {0, std::string_view("\x93NUMPY", 6), record::messagePattern("holds a NumPy array")},
    {0, std::string_view("\x89HDF", 4), record::messagePattern("is an HDF5 file, such as Keras writes")},
    {0, std::string_view("GGUF", 4), record::messagePattern("is a GGUF file with weights")},
    {0, std::string_view("\x1f\x8b", 2), record::messagePattern("is compressed with gzip; decompress it first, if it holds a TorchScript file")},
    {257, std::string_view("ustar", 5), record::messagePattern("is a tar archive")},
    {4, std::string_view("PTMF", 4), record::messagePattern("is a TorchScript file for mobile devices (FlatBuffers) and cannot be trained")},
    {8, std::string_view("{\"", 2), record::messagePattern("is a safetensors file with weights, without the model")},
    {0, std::string_view("\x80\x02", 2), record::messagePattern("is a pickle; TorchScript files are zip archives")},
    {0, std::string_view("\x80\x03", 2), record::messagePattern("is a pickle; TorchScript files are zip archives")},
    {0, std::string_view("\x80\x04", 2), record::messagePattern("is a pickle; TorchScript files are zip archives")},
    {0, std::string_view("\x80\x05", 2), record::messagePattern("is a pickle; TorchScript files are zip archives")},
};

bool isText(std::string_view bytes)
{
    constexpr std::size_t kEnough = 4096;
    bytes = bytes.substr(0, kEnough);
    return std::all_of(bytes.begin(), bytes.end(), [](unsigned char c) { return c >= ' ' || c == '\n' || c == '\r' || c == '\t'; });
}

/// Detects ONNX: a protobuf with a small version as first field, then a text (producer) or the graph.
bool isOnnx(const std::filesystem::path &path, std::string_view bytes)
{
    constexpr char kVersion = 0x08, kProducer = 0x12, kGraph = 0x3a;
    return bytes.size() > 2 && bytes[0] == kVersion
        && (path.extension() == ".onnx" || (bytes[1] > 0 && bytes[1] < 32 && (bytes[2] == kProducer || bytes[2] == kGraph)));
}

record::Message whatElse(const std::filesystem::path &path, std::string_view bytes)
{
    if (bytes.empty())
        return record::message("is empty");
    for (const Mark &mark : kMarks)
        if (bytes.size() > mark.place && bytes.substr(mark.place).starts_with(mark.bytes))
            return record::messageOfPattern(mark.what);
    if (isOnnx(path, bytes))
        return record::message("is an ONNX model and cannot be trained");
    return isText(bytes) ? record::message("is a text") : record::message("is not a zip archive, as TorchScript files are");
}

/// Returns the classes that a pickle instantiates, outermost first. Encoding: "c", module, line break, name, line break.
std::vector<std::string> classesIn(std::string_view pickle)
{
    const auto isName = [](std::string_view name) {
        return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '.'; });
    };
    std::vector<std::string> classes;
    for (std::size_t place = pickle.find('c'); place != std::string_view::npos; place = pickle.find('c', place + 1)) {
        const std::size_t first = pickle.find('\n', place);
        const std::size_t second = first == std::string_view::npos ? first : pickle.find('\n', first + 1);
        if (second == std::string_view::npos)
            break;
        const std::string_view module = pickle.substr(place + 1, first - place - 1), name = pickle.substr(first + 1, second - first - 1);
        if (!isName(module) || !isName(name))
            continue;
        classes.push_back(std::string(module) + '.' + std::string(name));
        place = second;
    }
    return classes;
}

const std::set<std::string> kPlain = {"torch", "torch._utils", "torch._tensor", "torch.storage", "torch.nn.parameter", "torch.jit._pickle",
                                      "collections", "builtins", "__builtin__"};

/// Distinguishes the outputs of torch.save: plain tensors and containers, or objects of a program's own classes.
record::Message whatWasSaved(const std::string &pickle)
{
    for (const std::string &name : classesIn(pickle)) {
        const std::string module = name.substr(0, name.rfind('.'));
        if (!kPlain.contains(module) && !module.starts_with("numpy"))
            return record::message("is a pickled model (torch.save(model)) with the class %1; only Python can open it", name);
    }
    return record::message("holds weights (a state dict) without the model");
}

record::Message whatZip(const bytes::ZipArchive &archive)
{
    constexpr std::uint64_t kLargestPickle = 256u << 20;
    const auto has = [&](std::string_view part) {
        return std::any_of(archive.entries().begin(), archive.entries().end(),
                           [&](const auto &entry) { return entry.name.find(part) != std::string::npos; });
    };
    if (has("/model.json"))
        return record::message("is a TorchScript file of PyTorch 1.0 or 1.1; load and save it with torch.jit of a PyTorch up to 1.13");
    if (has("serialized_exported_program") || has("archive_format"))
        return record::message("is a program exported by torch.export and cannot be trained; %1", record::messageOfPattern(kHowToScript));
    if (has(".data/extern_modules"))
        return record::message("is a torch.package, readable only by Python; %1", record::messageOfPattern(kHowToScript));
    if (const bytes::ZipArchive::Entry *pickle = archive.findEnding("data.pkl"))
        return record::message("%1; %2", whatWasSaved(archive.read(*pickle, kLargestPickle)), record::messageOfPattern(kHowToScript));
    return record::message("is a zip archive of something else; %1", record::messageOfPattern(kHowToScript));
}

void checkVersion(const bytes::ZipArchive &archive)
{
    const bytes::ZipArchive::Entry *entry = archive.findEnding("version");
    if (!entry)
        return;
    const std::string text = archive.read(*entry, 64);
    std::uint64_t version = 0;
    std::from_chars(text.data(), text.data() + text.size(), version);
    if (version > caffe2::serialize::kMaxSupportedFileFormatVersion)
        throw record::Error(record::message("is of TorchScript's format %1, LibTorch %2 reads up to %3; save it with an older "
                                                 "PyTorch, or use a newer LibTorch",
                                                 version, TORCH_VERSION, caffe2::serialize::kMaxSupportedFileFormatVersion));
}

std::string checkedContent(const std::filesystem::path &path)
{
    std::string bytes = bytes::wholeFile(path, record::message("a TorchScript file"), bytes::kLargestModelFile);
    if (!bytes::ZipArchive::isZip(bytes))
        throw record::Error(record::message("%1; expected a TorchScript file: %2", whatElse(path, bytes), record::messageOfPattern(kHowToScript)));
    try {
        const bytes::ZipArchive archive(bytes);
        if (!archive.findEnding("constants.pkl") || !archive.findEnding("data.pkl"))
            throw record::Error(whatZip(archive));
        checkVersion(archive);
        archive.verify();
    } catch (const bytes::ZipError &error) {
        throw record::Error(record::message("is damaged: %1", record::messageOf(error)));
    }
    return bytes;
}

} // namespace

std::string readScriptFile(const std::filesystem::path &path)
{
    try {
        return checkedContent(path);
    } catch (const std::runtime_error &error) {
        throw record::Error(record::message("%1: %2", path.string(), record::messageOf(error)));
    }
}

} // namespace lensboard::model
