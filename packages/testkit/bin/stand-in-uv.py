"""Stand-in for uv, for tests: `uv python find`, `uv venv`, `uv pip compile`, `uv pip install`.

Options, outputs and exit codes follow uv's command-line reference (docs.astral.sh/uv/reference/cli) and the messages in
its tests (crates/uv/tests of github.com/astral-sh/uv). Any option that is not listed here is refused, as uv does.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile

INDEX = os.environ["STAND_IN_INDEX"]
FLAGS = {"--generate-hashes", "--no-header", "--no-annotate", "--no-deps", "--require-hashes",
         "--compile-bytecode", "--no-python-downloads", "--system"}
VALUES = {"--python", "--only-binary", "--no-binary", "--output-file", "--link-mode", "-r"}
NAME = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?(.*)$")


def fail(text, code=1):
    sys.stderr.write(text + "\n")
    sys.exit(code)


def parse(words):
    options, rest = {}, []
    while words:
        word = words.pop(0)
        if word in FLAGS:
            options[word] = [True]
        elif word in VALUES:
            options.setdefault(word, []).append(words.pop(0))
        elif word.startswith("-"):
            fail(f"error: unexpected argument '{word}' found", 2)
        else:
            rest.append(word)
    return options, rest


def files_of(name):
    plain = re.sub(r"[-_.]+", "-", name).lower()
    request = urllib.request.Request(f"{INDEX}/{plain}/", headers={"accept": "application/vnd.pypi.simple.v1+json"})
    try:
        return json.load(urllib.request.urlopen(request))["files"]
    except urllib.error.HTTPError:
        fail(f"  × No solution found when resolving dependencies:\n  ╰─▶ Because {name} was not found in the package\n"
             f"      registry and you require {name}, we can conclude that your requirements are unsatisfiable.")
    except urllib.error.URLError as error:
        fail(f"error: Failed to fetch: `{INDEX}/{plain}/`\n  Caused by: error sending request for url\n  Caused by: {error}", 2)


def bytes_of(file):
    return urllib.request.urlopen(INDEX.removesuffix("/simple") + file["url"]).read()


def metadata(data):
    import io
    archive = zipfile.ZipFile(io.BytesIO(data))
    [path] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    return archive.read(path).decode().split("\n")


def resolve(name, wanted, found):
    files = files_of(name)
    wheels = [one for one in files if one["filename"].endswith(".whl")]
    exact = re.match(r"==([\w.]+)$", wanted)
    if exact:
        wheels = [one for one in wheels if one["filename"].split("-")[1] == exact[1]]
    if not wheels and any(one["filename"].endswith(".tar.gz") for one in files):
        fail(f"  × No solution found when resolving dependencies:\n  ╰─▶ Because {name} has no usable wheels and you require\n"
             f"      {name}, we can conclude that your requirements are unsatisfiable.\n\n"
             f"      hint: Wheels are required for `{name}` because building from source is\n"
             f"      disabled for all packages (i.e., with `--no-build`)")
    if not wheels:
        fail(f"  × No solution found when resolving dependencies:\n  ╰─▶ Because there is no version of {name}{wanted} and you\n"
             f"      require {name}{wanted}, we can conclude that your requirements are unsatisfiable.")
    file = wheels[-1]
    lines = metadata(bytes_of(file))
    found[name] = (file["filename"].split("-")[1], file["hashes"]["sha256"])
    for line in lines:
        if line.startswith("Requires-Dist: "):
            needed = NAME.match(line[len("Requires-Dist: "):])
            if needed[1] not in found:
                resolve(needed[1], needed[2], found)


def compile_lock(options, rest):
    found = {}
    for line in open(rest[0]).read().split("\n"):
        if line:
            needed = NAME.match(line)
            resolve(needed[1], needed[2], found)
    text = "".join(f"{name}=={version} \\\n    --hash=sha256:{digest}\n" for name, (version, digest) in sorted(found.items()))
    open(options["--output-file"][0], "w").write(text)
    sys.stdout.write(text)
    sys.stderr.write(f"Resolved {len(found)} packages in 2ms\n")


def install(options):
    python = options["--python"][0]
    environment = os.path.dirname(os.path.dirname(python))
    site = subprocess.check_output([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True).strip()
    for name, version, digest in re.findall(r"^(\S+)==(\S+) \\\n\s+--hash=sha256:(\w+)", open(options["-r"][0]).read(), re.M):
        [file] = [one for one in files_of(name) if one["hashes"]["sha256"] == digest]
        data = bytes_of(file)
        computed = hashlib.sha256(data).hexdigest()
        if computed != digest:
            fail(f"  × Failed to download `{name}=={version}`\n  ╰─▶ Hash mismatch for `{name}=={version}`\n\n"
                 f"      Expected:\n        sha256:{digest}\n\n      Computed:\n        sha256:{computed}")
        import io
        archive = zipfile.ZipFile(io.BytesIO(data))
        archive.extractall(site)
        stem = "-".join(file["filename"].split("-")[:2])
        for line in archive.read(f"{stem}.dist-info/entry_points.txt").decode().split("\n"):
            entry = re.match(r"([\w.-]+) = ([\w.]+):(\w+)$", line)
            if entry:
                program = os.path.join(environment, "bin", entry[1])
                open(program, "w").write(f"#!{python}\nimport sys\nfrom {entry[2]} import {entry[3]}\nsys.exit({entry[3]}())\n")
                os.chmod(program, 0o755)
                open(os.path.join(site, f"{stem}.dist-info", "RECORD"), "a").write(f"../../../bin/{entry[1]},,\n")
        sys.stderr.write(f" + {name}=={version}\n")


command = sys.argv[1:]
if command[:2] == ["python", "find"]:
    options, rest = parse(command[2:])
    if rest and not f"{sys.version_info[0]}.{sys.version_info[1]}.".startswith(f"{rest[0]}."):
        fail(f"error: No interpreter found for Python {rest[0]} in managed installations or search path", 2)
    print(os.path.realpath(sys.executable))
elif command[:1] == ["venv"]:
    options, rest = parse(command[1:])
    subprocess.check_call([sys.executable, "-m", "venv", "--without-pip", rest[0]])
    sys.stderr.write(f"Creating virtual environment at: {rest[0]}\n")
elif command[:2] == ["pip", "compile"]:
    compile_lock(*parse(command[2:]))
elif command[:2] == ["pip", "install"]:
    options, rest = parse(command[2:])
    if not {"--require-hashes", "--no-deps"} <= options.keys() or options.get("--link-mode") != ["copy"]:
        fail("error: the stand-in installs copies of a lock only", 2)
    install(options)
else:
    fail(f"error: unrecognized subcommand '{' '.join(command[:2])}'", 2)
