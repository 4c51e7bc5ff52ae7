#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace lensboard {

class Inspector;

/// Where an Inspector records: a run file, which `lensboard PATH` shows as it grows.
class RunRecorder
{
public:
    /// A run is never overwritten: if there is a my.lbrun, this is my-2.lbrun. The run is called \p name, or as the file.
    /// Errors: std::runtime_error naming the path if it cannot be created.
    explicit RunRecorder(const std::filesystem::path &path, const std::string &name = {});
    ~RunRecorder();
    RunRecorder(RunRecorder &&) noexcept;
    RunRecorder &operator=(RunRecorder &&) noexcept;

    const std::filesystem::path &path() const;

private:
    friend class Inspector;
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lensboard
