#pragma once

#include "core/store/run.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lensboard::widgets {

/// The tensors of a run: tags, and for each tag its recorded layers.
class RecordedTensors
{
public:
    struct Series
    {
        std::uint32_t index = 0; ///< index in the run
        std::string layer;
        std::string label;
    };
    struct Tag
    {
        std::string name;
        std::string lens;
        std::vector<Series> series;
    };

    explicit RecordedTensors(std::shared_ptr<const store::Run> run) : m_run(std::move(run)) {}

    /// Reads new data of the run. Returns true if tags or layers changed.
    /// Errors: store::RunFileError.
    bool follow();
    const std::vector<Tag> &tags() const { return m_tags; }
    const store::Run &run() const { return *m_run; }
    /// Size in bytes, estimated from the last tensor of each layer.
    /// Errors: store::RunFileError.
    double sizeOf(const Tag &tag) const;

private:
    void take(std::uint32_t number, const record::TagSpec &spec);

    std::shared_ptr<const store::Run> m_run;
    store::RunCursor m_cursor;
    std::vector<Tag> m_tags;
    std::map<std::uint32_t, std::size_t> m_places;         ///< position in m_tags, by tag index in the run
    std::size_t m_seriesSeen = 0;
    mutable std::map<std::uint32_t, double> m_bytesOfLast; ///< by series
};

} // namespace lensboard::widgets
