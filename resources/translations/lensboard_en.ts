<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>lensboard::app::RunListPage</name>
    <message numerus="yes">
        <source>%n run(s) in %1</source>
        <translation>
            <numerusform>%n run in %1</numerusform>
            <numerusform>%n runs in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::ExperimentEditor</name>
    <message numerus="yes">
        <source>%1 (and %n more)</source>
        <translation>
            <numerusform>%1 (and %n more)</numerusform>
            <numerusform>%1 (and %n more)</numerusform>
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
    <name>lensboard::widgets::TagSection</name>
    <message numerus="yes">
        <source>not finite at %n point(s)</source>
        <translation>
            <numerusform>not finite at %n point</numerusform>
            <numerusform>not finite at %n points</numerusform>
        </translation>
    </message>
</context>
</TS>
