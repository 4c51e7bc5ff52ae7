<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>RunTrash</name>
    <message numerus="yes">
        <source>%1, the folder with all in it: %n file(s)</source>
        <translation>
            <numerusform>%1, the folder with all in it: %n file</numerusform>
            <numerusform>%1, the folder with all in it: %n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StopQuestion</name>
    <message numerus="yes">
        <source>%1: %n tick(s) since %2 (step %3) are not on disk: %4</source>
        <translation>
            <numerusform>%1: %n tick since %2 (step %3) is not on disk: %4</numerusform>
            <numerusform>%1: %n ticks since %2 (step %3) are not on disk: %4</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TagLegend</name>
    <message numerus="yes">
        <source>not finite at %Ln point(s)</source>
        <translation>
            <numerusform>not finite at %Ln point</numerusform>
            <numerusform>not finite at %Ln points</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::app::ColumnsOfFileDialog</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n series</source>
        <translation>
            <numerusform>%n series</numerusform>
            <numerusform>%n series</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) read</source>
        <translation>
            <numerusform>%n row read</numerusform>
            <numerusform>%n rows read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) skipped</source>
        <translation>
            <numerusform>%n row skipped</numerusform>
            <numerusform>%n rows skipped</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::app::DifferencesDialog</name>
    <message numerus="yes">
        <source>Differences of %n run(s)</source>
        <translation>
            <numerusform>Differences of %n run</numerusform>
            <numerusform>Differences of %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n key(s)</source>
        <translation>
            <numerusform>%n key</numerusform>
            <numerusform>%n keys</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n key(s) differ</source>
        <translation>
            <numerusform>%n key differs</numerusform>
            <numerusform>%n keys differ</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::app::ExportDialog</name>
    <message numerus="yes">
        <source>without %n layer(s)</source>
        <translation>
            <numerusform>without %n layer</numerusform>
            <numerusform>without %n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::app::ManualWindow</name>
    <message numerus="yes">
        <source>%n section(s) found</source>
        <translation>
            <numerusform>%n section found</numerusform>
            <numerusform>%n sections found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunDetailsDialog</name>
    <message numerus="yes">
        <source>%n module(s), %1 parameters</source>
        <translation>
            <numerusform>%n module, %1 parameters</numerusform>
            <numerusform>%n modules, %1 parameters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunListPage</name>
    <message numerus="yes">
        <source>%Ln run(s) in %1</source>
        <translation>
            <numerusform>%Ln run in %1</numerusform>
            <numerusform>%Ln runs in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, and %n more</source>
        <translation>
            <numerusform>, and %n more</numerusform>
            <numerusform>, and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunPage</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunTools</name>
    <message numerus="yes">
        <source>Move %n run(s) to the trash? They can be restored from there.</source>
        <translation>
            <numerusform>Move %n run to the trash? It can be restored from there.</numerusform>
            <numerusform>Move %n runs to the trash? They can be restored from there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::DivergenceView</name>
    <message numerus="yes">
        <source>%n series are in one run only.</source>
        <translation>
            <numerusform>%n series is in one run only.</numerusform>
            <numerusform>%n series are in one run only.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::HealthPanel</name>
    <message numerus="yes">
        <source>%n put away.</source>
        <translation>
            <numerusform>%n put away.</numerusform>
            <numerusform>%n put away.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rules had nothing to judge by.</source>
        <translation>
            <numerusform>%n rule had nothing to judge by.</numerusform>
            <numerusform>%n rules had nothing to judge by.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::MediaList</name>
    <message numerus="yes">
        <source>%Ln image(s)</source>
        <translation>
            <numerusform>%Ln image</numerusform>
            <numerusform>%Ln images</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sound(s)</source>
        <translation>
            <numerusform>%Ln sound</numerusform>
            <numerusform>%Ln sounds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln text(s)</source>
        <translation>
            <numerusform>%Ln text</numerusform>
            <numerusform>%Ln texts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln PR curve(s)</source>
        <translation>
            <numerusform>%Ln PR curve</numerusform>
            <numerusform>%Ln PR curves</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::MediaView</name>
    <message numerus="yes">
        <source>%Ln more of this step not shown</source>
        <translation>
            <numerusform>%Ln more of this step not shown</numerusform>
            <numerusform>%Ln more of this step not shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln threshold(s)</source>
        <translation>
            <numerusform>%Ln threshold</numerusform>
            <numerusform>%Ln thresholds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::MessageBar</name>
    <message numerus="yes">
        <source>%1 (%n earlier)</source>
        <translation>
            <numerusform>%1 (%n earlier)</numerusform>
            <numerusform>%1 (%n earlier)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::PlotBoard</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::RunGroups</name>
    <message numerus="yes">
        <source>%1, %n run(s)</source>
        <translation>
            <numerusform>%1, %n run</numerusform>
            <numerusform>%1, %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::RunTable</name>
    <message numerus="yes">
        <source>%1 of %Ln run(s) match</source>
        <translation>
            <numerusform>%1 of %Ln run matches</numerusform>
            <numerusform>%1 of %Ln runs match</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::RunsPanel</name>
    <message numerus="yes">
        <source>mean of %n run(s)</source>
        <translation>
            <numerusform>mean of %n run</numerusform>
            <numerusform>mean of %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::TensorBars</name>
    <message numerus="yes">
        <source>%Ln value(s) not finite</source>
        <translation>
            <numerusform>%Ln value not finite</numerusform>
            <numerusform>%Ln values not finite</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::TensorHistogram</name>
    <message numerus="yes">
        <source>%Ln value(s) not finite</source>
        <translation>
            <numerusform>%Ln value not finite</numerusform>
            <numerusform>%Ln values not finite</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %Ln value(s)</source>
        <translation>
            <numerusform>%1 to %2: %Ln value</numerusform>
            <numerusform>%1 to %2: %Ln values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::Waveform</name>
    <message numerus="yes">
        <source>%1 s, %2 Hz, %Ln channel(s), %3 bits</source>
        <translation>
            <numerusform>%1 s, %2 Hz, %Ln channel, %3 bits</numerusform>
            <numerusform>%1 s, %2 Hz, %Ln channels, %3 bits</numerusform>
        </translation>
    </message>
</context>
</TS>
