#pragma once

namespace lensboard::control {

/// Wakes a thread that polls descriptors.
/// Thread: any.
class Bell
{
public:
    /// Errors: std::runtime_error if this process has no free descriptors.
    Bell();
    ~Bell();
    Bell(const Bell &) = delete;
    Bell &operator=(const Bell &) = delete;

    /// Readable from ring() until silence().
    int descriptor() const { return m_descriptor; }
    void ring() const;
    void silence() const;

private:
    int m_descriptor;
};

} // namespace lensboard::control
