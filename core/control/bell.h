#pragma once

namespace lensboard::control {

/// Wakes a thread that polls descriptors, from any other.
/// Thread: any.
class Bell
{
public:
    /// Errors: std::runtime_error if this process may have no more descriptors.
    Bell();
    ~Bell();
    Bell(const Bell &) = delete;
    Bell &operator=(const Bell &) = delete;

    /// Can be read from ring() to silence().
    int descriptor() const { return m_descriptor; }
    void ring() const;
    void silence() const;

private:
    int m_descriptor;
};

} // namespace lensboard::control
