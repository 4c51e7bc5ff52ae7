#pragma once

#include "core/experiment/settings/fields.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace lensboard::settings {

/// How inputs are scaled. The scale is computed from the training part only.
enum class Normalise { Standard, MinMax, None };
/// Type of the targets. With Auto, arrays of integers are classes.
enum class Task { Classification, Regression };
enum class ArrayTask { Auto, Classification, Regression };

/// How samples are divided if the data have no division of their own.
struct Division
{
    double validation = 0.2; ///< share of the samples
    bool stratify = true;

    void describe(Fields &fields, const std::string &share);
};

struct FashionMnist
{
    static constexpr const char *kKind = "fashion-mnist";
    static constexpr const char *kHelp = "Zalando's 60,000 + 10,000 pictures of clothes, 1x28x28, 10 classes";

    std::string path; ///< empty: the place of Debian's package
    std::int64_t trainSamples = 0;      ///< 0: all
    std::int64_t validationSamples = 0; ///< 0: all

    void describe(Fields &fields);
};

struct Spirals
{
    static constexpr const char *kKind = "spirals";
    static constexpr const char *kHelp = "points on interleaved spirals in the plane, made on the fly";

    std::int64_t classes = 3;
    std::int64_t trainSamples = 3000;
    std::int64_t validationSamples = 600;
    double noise = 0.2; ///< standard deviation of the angle, radians

    void describe(Fields &fields);
};

struct Text
{
    static constexpr const char *kKind = "text";
    static constexpr const char *kHelp = "the characters of a text, each predicted from the characters before it";

    std::string path;
    std::int64_t context = 128; ///< characters
    double validationShare = 0.1;

    void describe(Fields &fields);
};

struct CsvTable
{
    enum class Header { Auto, Yes, No };
    enum class Delimiter { Auto, Comma, Semicolon, Tab, Pipe, Blank };
    enum class Missing { Error, Drop };

    static constexpr const char *kKind = "csv";
    static constexpr const char *kHelp = "a table as CSV, gzipped or not: one row per sample, with a column for the target";

    std::string path;
    std::string validationPath; ///< empty: a share of the rows
    std::vector<std::string> target = {"-1"};
    Task task = Task::Classification;
    std::vector<std::string> categories;
    std::vector<std::string> ignore;
    Header header = Header::Auto;
    Delimiter delimiter = Delimiter::Auto;
    std::int64_t skipLines = 0;
    Missing missing = Missing::Error;
    Division division;
    Normalise normalise = Normalise::Standard;
    bool normaliseTarget = true;

    void describe(Fields &fields);
};

/// Settings that IDX files and NumPy arrays have in common.
struct Arrays
{
    std::string inputs;
    std::string targets;
    std::string validationInputs;  ///< empty: a share of the training inputs
    std::string validationTargets; ///< targets for validationInputs
    ArrayTask task = ArrayTask::Auto;
    Division division;
    Normalise normalise = Normalise::Standard;
    bool normaliseTarget = true;

protected:
    void describe(Fields &fields, const std::string &kind);
};

struct Idx : Arrays
{
    static constexpr const char *kKind = "idx";
    static constexpr const char *kHelp = "samples and targets in IDX files, as in MNIST, gzipped or not";

    void describe(Fields &fields);
};

struct Cifar10
{
    static constexpr const char *kKind = "cifar10";
    static constexpr const char *kHelp = "CIFAR-10 in its binary version: 50,000 + 10,000 pictures, 3x32x32, 10 classes";

    std::string path;
    Normalise normalise = Normalise::Standard;

    void describe(Fields &fields);
};

struct NumPy : Arrays
{
    enum class Channels { Auto, First, Last };

    static constexpr const char *kKind = "numpy";
    static constexpr const char *kHelp = "samples and targets as NumPy saves arrays; int64 samples are tokens and stay as they are";

    std::string path; ///< path of an archive; empty: each array has its own file
    Channels channels = Channels::Auto;

    void describe(Fields &fields);
};

struct Images
{
    enum class Colour { Rgb, Grey };

    static constexpr const char *kKind = "images";
    static constexpr const char *kHelp = "PNG and JPEG, one folder per class, optionally within folders train and val, validation or test";

    std::string path;
    Colour colour = Colour::Rgb;
    std::int64_t size = 0; ///< side in pixels; 0: all images have the same size already
    Division division;
    Normalise normalise = Normalise::Standard;

    void describe(Fields &fields);
};

struct PluginData
{
    static constexpr const char *kKind = "plugin";
    static constexpr const char *kHelp = "the data set of the model's plug-in";

    void describe(Fields &) {}
};

using Dataset = std::variant<FashionMnist, Spirals, Text, CsvTable, Idx, Cifar10, NumPy, Images, PluginData>;

} // namespace lensboard::settings
