"""An nginx, for what a server should do."""

import os
import pathlib
import shutil
import socket
import subprocess
import time

from certificates import certificates

NGINX = """
daemon off; master_process off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
{user}
events {{ worker_connections 1024; }}
http {{
    access_log {folder}/access.log; client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
    uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5; root {folder}/www; client_max_body_size 0; types {{ }} default_type text/plain;
    gzip on; gzip_min_length 1; gzip_types application/zipped;
    server {{
        listen 127.0.0.1:{plain};
        location = /moved {{ return 302 /hello.txt; }}
        location = /loop {{ return 302 /loop; }}
        location = /to-tls {{ return 301 https://localhost:{tls}/hello.txt; }}
        location = /to-other-port {{ return 307 http://127.0.0.1:{faulty}/echo; }}
        location = /see-other {{ return 303 /hello.txt; }}
        location = /to-forbidden {{ return 302 http://127.0.0.1:{forbidden}/; }}
        location = /to-metadata {{ return 302 http://169.254.169.254/latest/; }}
        location = /to-file {{ return 302 file:///etc/passwd; }}
        location = /status {{ return 418 "teapot"; }}
        location = /zipped {{ default_type application/zipped; try_files /hello.txt =404; }}
        location = /bomb {{ default_type application/zipped; try_files /zeros =404; }}
    }}
    server {{
        listen 127.0.0.1:{tls} ssl; ssl_certificate {certificates}/good.pem; ssl_certificate_key {certificates}/good.key;
    }}
}}
"""


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Nginx:
    """It answers on the ports `plain` and `tls`, and redirects to two others."""

    def __init__(self, folder, faulty, forbidden):
        self.folder = pathlib.Path(folder)
        (self.folder / "www").mkdir()
        (self.folder / "www/hello.txt").write_text("hello\n")
        with open(self.folder / "www/large", "wb") as file:
            file.truncate(20_000_000)
        (self.folder / "www/zeros").write_bytes(bytes(8_000_000))
        for _ in range(5):
            if self.begin(faulty, forbidden):
                return
        raise AssertionError((self.folder / "error.log").read_text())

    def begin(self, faulty, forbidden):
        """Starts it on ports that were free a moment ago. False if they are not any more."""
        self.plain, self.tls = free_ports(2)
        config, is_ready = self.folder / "nginx.conf", self.folder / "nginx.pid"
        config.write_text(NGINX.format(folder=self.folder, faulty=faulty, forbidden=forbidden, plain=self.plain, tls=self.tls,
                                       certificates=certificates().folder, user="user root;" if os.geteuid() == 0 else ""))
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        self.process = subprocess.Popen([program, "-p", self.folder, "-c", config, "-e", self.folder / "error.log"])
        while self.process.poll() is None and not (is_ready.exists() and is_ready.read_text()):  # it is written once it listens
            time.sleep(0.01)
        return self.process.returncode is None

    def end(self):
        self.process.terminate()
        self.process.wait()
