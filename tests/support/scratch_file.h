#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace lensboard::test {

/// A file in its own folder, in memory if the system supports that. Deleted with this object.
class ScratchFile
{
public:
    explicit ScratchFile(const char *name)
    {
        const std::filesystem::path memory = "/dev/shm";
        std::string pattern = (std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path()) / "lensboard-XXXXXX";
        if (!mkdtemp(pattern.data()))
            throw std::runtime_error("no temporary folder can be made");
        m_folder = pattern;
        m_path = m_folder / name;
    }
    ~ScratchFile()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }
    ScratchFile(const ScratchFile &) = delete;
    ScratchFile &operator=(const ScratchFile &) = delete;

    const std::filesystem::path &path() const { return m_path; }
    const std::filesystem::path &folder() const { return m_folder; }

    void write(const void *bytes, std::size_t size) const
    {
        std::FILE *file = std::fopen(m_path.c_str(), "wb");
        if (!file || std::fwrite(bytes, 1, size, file) != size || std::fclose(file) != 0)
            throw std::runtime_error(m_path.string() + " cannot be written");
    }
    void write(const std::string &bytes) const { write(bytes.data(), bytes.size()); }
    std::string read() const
    {
        std::ifstream file(m_path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

private:
    std::filesystem::path m_folder;
    std::filesystem::path m_path;
};

} // namespace lensboard::test
