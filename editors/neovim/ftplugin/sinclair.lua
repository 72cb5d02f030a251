-- Starts `girafa lsp` for a listing, or attaches the running server.
vim.bo.commentstring = "# %s"
vim.bo.omnifunc = "v:lua.vim.lsp.omnifunc"

local command = vim.g.girafa_command or { "girafa", "lsp" }
if vim.fn.executable(command[1]) == 0 then
    return
end
-- What the code lenses do, in a terminal: `:lua vim.lsp.codelens.run()`.
for _, name in ipairs({ "run", "debug", "test" }) do
    if vim.lsp.commands then
        vim.lsp.commands["girafa." .. name] = function(lens)
            vim.cmd("botright new")
            vim.fn.termopen({ command[1], name, vim.uri_to_fname(lens.arguments[1]) })
        end
    end
end
local config = { name = "girafa", cmd = command, root_dir = vim.fn.getcwd() }
if vim.lsp.start then
    vim.lsp.start(config)
    return
end
-- Before Neovim 0.8.
local id
for _, client in pairs(vim.lsp.get_active_clients()) do
    if client.name == config.name then
        id = client.id
    end
end
vim.lsp.buf_attach_client(0, id or vim.lsp.start_client(config))
