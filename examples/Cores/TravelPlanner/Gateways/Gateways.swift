/// All pickers of the screen.
struct Gateways {
    let locations: any LocationPickerGateway
    let dates: any DatePickerGateway
    let options: any OptionsGateway
}
