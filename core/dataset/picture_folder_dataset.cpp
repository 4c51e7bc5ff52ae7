#include "core/dataset/picture_folder_dataset.h"

#include "core/bytes/valid_utf8.h"
#include "core/dataset/class_names.h"
#include "core/dataset/file_activity.h"
#include "core/dataset/picture_file.h"
#include "core/record/message.h"

#include <ATen/ops/empty.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace lensboard::dataset {

namespace fs = std::filesystem;

namespace {

struct PictureList
{
    std::vector<std::string> classNames; ///< names of folders, sorted
    std::vector<fs::path> files;
    std::vector<std::int64_t> classes; ///< of each file
    std::int64_t skipped = 0;          ///< number of files that are not pictures
};

/// Returns the entries sorted by name, without hidden ones.
std::vector<fs::path> entries(const fs::path &folder, bool folders)
{
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code unknown;
        if (!entry->path().filename().string().starts_with('.') && entry->is_directory(unknown) == folders)
            found.push_back(entry->path());
    }
    if (error)
        fail(folder, record::message("%1; set dataset.path to a folder with a folder of pictures for each class",
                                     record::systemError(error.value())));
    std::sort(found.begin(), found.end());
    return found;
}

PictureList listPictures(const fs::path &folder, const session::ProgressReport &report)
{
    const std::vector<fs::path> folders = entries(folder, true);
    PictureList list;
    for (const fs::path &path : folders)
        list.classNames.push_back(path.filename().string());
    const ClassNames classes = numberClasses(list.classNames);
    if (classes.names.size() < 2)
        fail(folder, record::message("has %1 folders, expected one of pictures for each of at least two classes",
                                     folders.size()));
    for (std::size_t i = 0; i < folders.size(); ++i) {
        report(record::message("listing the pictures of %1", list.classNames[i]));
        for (const fs::path &file : entries(folders[i], false)) {
            if (isPictureFile(file)) {
                list.files.push_back(file);
                list.classes.push_back(classes.classOf[i]);
            } else {
                ++list.skipped;
            }
        }
    }
    list.classNames = classes.names;
    if (list.files.empty())
        fail(folder, record::message("has no PNG or JPEG in its folders"));
    return list;
}

class PictureFolderReader
{
public:
    PictureFolderReader(const settings::Images &images, const session::ProgressReport &report)
        : m_report(report), m_side(images.size), m_grey(images.colour == settings::Images::Colour::Grey)
    {
    }

    Samples read(const PictureList &list)
    {
        constexpr std::int64_t kLargest = std::int64_t{16} << 30;
        const auto count = static_cast<std::int64_t>(list.files.size());
        Samples samples{{}, at::empty({count}, at::kLong)};
        for (std::int64_t i = 0; i < count; ++i) {
            m_report(record::message("reading pictures, %1 %", 100 * i / count));
            const Picture picture = readOne(list.files[static_cast<std::size_t>(i)]);
            const std::int64_t pixels = picture.width * picture.height;
            if (i == 0) {
                if (count > kLargest / (pixels * picture.channels))
                    fail(list.files.front(), record::message("%1 pictures of its size take more than 16 GiB; set dataset.size",
                                                             count));
                samples.inputs = at::empty({count, picture.channels, picture.height, picture.width}, at::kByte);
            }
            auto *to = samples.inputs.data_ptr<std::uint8_t>() + i * pixels * picture.channels;
            for (std::int64_t channel = 0; channel < picture.channels; ++channel)
                for (std::int64_t pixel = 0; pixel < pixels; ++pixel)
                    *to++ = picture.values[static_cast<std::size_t>(pixel * picture.channels + channel)];
            samples.targets.data_ptr<std::int64_t>()[i] = list.classes[static_cast<std::size_t>(i)];
        }
        return samples;
    }

private:
    Picture readOne(const fs::path &path)
    {
        Picture picture = readPicture(path, m_grey);
        if (m_side > 0)
            return resized(picture, m_side);
        if (!m_first)
            m_first = {path, picture.width, picture.height};
        if (picture.width != m_first->width || picture.height != m_first->height)
            fail(path, record::message("is %1 x %2 pixels, %3 is %4 x %5; set dataset.size to make them alike",
                                       picture.width, picture.height, m_first->path.filename().string(), m_first->width,
                                       m_first->height));
        return picture;
    }

    struct First
    {
        fs::path path;
        std::int64_t width = 0;
        std::int64_t height = 0;
    };

    const session::ProgressReport &m_report;
    std::int64_t m_side;
    bool m_grey;
    std::optional<First> m_first;
};

/// Returns the validation folder beside "train"; nullopt if either is missing.
std::optional<fs::path> validationFolder(const fs::path &folder)
{
    std::error_code error;
    if (!fs::is_directory(folder / "train", error))
        return std::nullopt;
    for (const char *name : {"val", "valid", "validation", "test"})
        if (fs::is_directory(folder / name, error))
            return folder / name;
    return std::nullopt;
}

/// Renumbers the classes of \p list in the order of \p known.
void renumber(PictureList &list, const std::vector<std::string> &known, const fs::path &folder)
{
    std::vector<std::int64_t> numbers;
    for (const std::string &name : list.classNames) {
        const auto place = std::find(known.begin(), known.end(), name);
        if (place == known.end())
            fail(folder, record::message("has a class \"%1\" that the folder for training lacks", bytes::clipped(name, 100)));
        numbers.push_back(place - known.begin());
    }
    for (std::int64_t &number : list.classes)
        number = numbers[static_cast<std::size_t>(number)];
}

} // namespace

Dataset makePictureFolderDataset(const settings::Images &images, const session::ProgressReport &report)
{
    const fs::path folder = images.path;
    const auto validation = validationFolder(folder);
    PictureFolderReader reader(images, report);
    const PictureList list = listPictures(validation ? folder / "train" : folder, report);
    Dataset dataset;
    dataset.classes = static_cast<std::int64_t>(list.classNames.size());
    for (const std::string &name : list.classNames)
        dataset.classNames.push_back(bytes::validUtf8(name));
    std::int64_t skipped = list.skipped;
    dataset.training = reader.read(list);
    if (validation) {
        PictureList others = listPictures(*validation, report);
        renumber(others, list.classNames, *validation);
        skipped += others.skipped;
        dataset.validation = reader.read(others);
    }
    if (skipped)
        dataset.notices.push_back(record::message("%1: %2 files are neither PNG nor JPEG: they are skipped.",
                                                  folder.string(), skipped));
    return dataset;
}

} // namespace lensboard::dataset
