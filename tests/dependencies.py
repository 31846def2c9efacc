#!/usr/bin/env python3
"""Holds every dependency to its licence and its reason: tests/dependencies.py [--write]

Each direct dependency has a comment before it in a Cargo.toml that says what it is for; each crate that is built has a licence that goes with
"MIT OR Apache-2.0". The table in docs/hardening.md is made of both: --write makes it anew, without it the page must be up to date."""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/hardening.md"
MARKS = "<!-- dependencies -->", "<!-- end of dependencies -->"
ALLOWED = {"MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "0BSD", "Unlicense", "Unicode-3.0", "BSL-1.0", "CC0-1.0", "bzip2-1.0.6",
           "Apache-2.0 WITH LLVM-exception", "MIT-0", "BlueOak-1.0.0"}


def is_allowed(licence):
    """Whether one way to read an SPDX expression consists of what is allowed; `/` is an old OR."""
    licence = licence.replace("/", " OR ").replace("(", "").replace(")", "") if " AND " not in licence else licence
    if " AND " in licence:
        return all(is_allowed(part.strip("() ")) for part in licence.split(" AND "))
    return any(part.strip() in ALLOWED for part in licence.split(" OR "))


def metadata():
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--all-features", "--filter-platform", "x86_64-unknown-linux-gnu"]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)


def reasons(manifest):
    """The comment before each dependency; one comment may stand before several."""
    found, comment, inside = {}, "", False
    for line in manifest.read_text().splitlines():
        if line.startswith("["):
            inside, comment = line == "[dependencies]", ""
        elif line.startswith("#"):
            comment = comment + " " + line.lstrip("# ") if comment and last.startswith("#") else line.lstrip("# ")
        elif inside and (match := re.match(r"([\w-]+)\s*=", line)):
            found[match[1]] = comment
        last = line
    return found


def built(graph, start):
    """All packages that a build of the package takes, without those for tests."""
    seen, todo = set(), [start]
    while todo:
        for dep in graph[todo.pop()]["deps"]:
            if dep["pkg"] not in seen and any(kind["kind"] != "dev" for kind in dep["dep_kinds"]):
                seen.add(dep["pkg"])
                todo.append(dep["pkg"])
    return seen


def main():
    data = metadata()
    packages = {package["id"]: package for package in data["packages"]}
    graph = {node["id"]: node for node in data["resolve"]["nodes"]}
    ours = [packages[member] for member in data["workspace_members"]]
    names = {package["name"] for package in ours}
    faults, rows, everything = [], [], set()
    for package in ours:
        why = reasons(pathlib.Path(package["manifest_path"]))
        tree = {p for p in built(graph, package["id"]) if packages[p]["source"]}
        everything |= tree
        for dep in sorted(package["dependencies"], key=lambda dep: dep["name"]):
            if dep["kind"] is not None or dep["name"] in names:
                continue
            if not why.get(dep["name"]):
                faults.append(f"{package['name']}: no reason beside {dep['name']}")
            found = [p for p in tree if packages[p]["name"] == dep["name"]]
            licence = packages[found[0]]["license"] if found else "?"
            behind = len(built(graph, found[0])) if found else 0
            optional = ", optional" if dep["optional"] else ""
            rows.append(f"| {package['name']} | {dep['name']}{optional} | {why.get(dep['name'])} | {licence} | {behind} |")
        rows.append(f"| **{package['name']}** | **{len(tree)} in all**, every feature on | | | |")
    for package in everything:
        licence = packages[package]["license"]
        if not licence or not is_allowed(licence):
            faults.append(f"{packages[package]['name']}: licence {licence}")
    table = "\n".join(["| crate | depends on | for | licence | crates behind it |", "|---|---|---|---|--:|", *rows])
    page = PAGE.read_text()
    before, rest = page.split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    wanted = f"{before}{MARKS[0]}\n\n{table}\n\n{MARKS[1]}{after}"
    if "--write" in sys.argv:
        PAGE.write_text(wanted)
    elif wanted != page:
        faults.append("docs/hardening.md: the table of dependencies is old; tests/dependencies.py --write makes it anew")
    print("\n".join(faults) or f"{len(everything)} crates, all with a licence that goes with MIT OR Apache-2.0")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
